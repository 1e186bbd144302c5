import { inject } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { afterTestFile } from './clean-up.ts'
import { inDatabase, runPostgres } from './postgres-client.ts'

let databases = 0
/** Databases without rows, which stay open: to connect takes longer than many tests. */
const emptied = new Set<Database>()

/** Creates an empty database on the server of the tests. It is dropped when the test file ends. @returns its URL */
export async function createPostgresDatabase(): Promise<string> {
  return inDatabase(inject('postgresUrl'), await create('template1'))
}

/** The same for tests that need no connection over TCP. */
export async function createPostgresOnSocket(): Promise<string> {
  return inDatabase(inject('postgresSocketUrl'), await create('template1'))
}

/** The same with the tables of this version. */
export async function createMigratedPostgres(): Promise<string> {
  return inDatabase(inject('postgresSocketUrl'), await create(inject('postgresTemplate')))
}

/** Those that tests fill, without those whose rows are deleted with rows of these. */
const WRITTEN_TABLES = [
  ...['users', 'devices', 'sites', 'menus', 'change_log', 'service_absences', 'service_presence'],
  ...['alert_routes', 'alert_mutes', 'alert_messages', 'incidents', 'jobs'],
]

/** A migrated database without rows. When it is closed, it is emptied for the next test. */
export async function openEmptyPostgres(): Promise<Database> {
  const [database = await openMigrated()] = emptied
  emptied.delete(database)
  return {
    ...database,
    async close() {
      // Not TRUNCATE: it makes new files for every table and index.
      await database.batch([{ script: WRITTEN_TABLES.map((name) => `DELETE FROM ${name}`).join(';') }])
      emptied.add(database)
    },
  }
}

async function openMigrated(): Promise<Database> {
  const database = await openDatabase(await createMigratedPostgres(), 'create')
  afterTestFile(() => {
    emptied.delete(database)
    return database.close()
  })
  return database
}

/** Creates a database as a copy of another. It is dropped when the test file ends. @returns its name */
async function create(template: string): Promise<string> {
  const name = `signage_test_${process.pid}_${++databases}`
  // The other strategy writes the whole copy into the log as well.
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  afterTestFile(() => runOnServer(`DROP DATABASE ${name} WITH (FORCE)`))
  return name
}

function runOnServer(script: string): Promise<void> {
  return runPostgres(inject('postgresSocketUrl'), script)
}
