import pg from 'pg'
import { inject } from 'vitest'
import { connectAsOtherProgram } from './database.ts'

/**
 * Takes the lock of the writer, as another process that writes does.
 * @param table on PostgreSQL, a table that nobody else can read meanwhile. On SQLite, readers are never locked out
 * @returns a function that releases it
 */
export async function holdLock(url: string, table?: string): Promise<() => Promise<void>> {
  if (inject('engine') === 'postgres') {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('BEGIN; SELECT pg_advisory_xact_lock(7446244703)')
    if (table !== undefined) await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    return () => client.end()
  }
  const connection = connectAsOtherProgram(url)
  connection.exec('BEGIN IMMEDIATE')
  return async () => void connection.close()
}
