import pg from 'pg'
import { inject } from 'vitest'
import { connectAsOtherProgram } from './database.ts'

/** Takes the lock of the writer, as another process that writes does. @returns a function that releases it */
export async function holdLock(url: string): Promise<() => Promise<void>> {
  if (inject('engine') === 'postgres') {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('BEGIN; SELECT pg_advisory_xact_lock(7446244703)')
    return () => client.end()
  }
  const connection = connectAsOtherProgram(url)
  connection.exec('BEGIN IMMEDIATE')
  return async () => void connection.close()
}
