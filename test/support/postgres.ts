import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { afterTestFile } from './clean-up.ts'

let databases = 0
const emptied = new Set<string>()

/** Creates an empty database on the server of the tests. It is dropped when the test file ends. @returns its URL */
export async function createPostgresDatabase(): Promise<string> {
  const name = `signage_test_${process.pid}_${++databases}`
  await runOnServer(`CREATE DATABASE ${name}`)
  const url = inject('postgresUrl').replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
  afterTestFile(() => {
    emptied.delete(url)
    return runOnServer(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return url
}

/** A migrated database without rows. When it is closed, it is emptied for the next test. */
export async function openEmptyPostgres(): Promise<Database> {
  const [url = await createPostgresDatabase()] = emptied
  emptied.delete(url)
  const database = await openDatabase(url, 'create')
  return {
    ...database,
    async close() {
      // Not TRUNCATE: it makes new files for every table and index.
      await database.batch([{ script: 'DELETE FROM users; DELETE FROM devices; DELETE FROM menus' }])
      await database.close()
      emptied.add(url)
    },
  }
}

/** Runs SQL as any other program may. */
export async function runPostgres(url: string, script: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}

function runOnServer(script: string): Promise<void> {
  return runPostgres(inject('postgresUrl'), script)
}
