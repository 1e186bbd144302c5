import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { inject } from 'vitest'
import { exportDocument } from '../../src/documents/export.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { preventGarbageCollection } from '../../src/storage/sqlite/prepared-statements.ts'
import { openSqlite } from '../../src/storage/sqlite/sqlite.ts'
import { afterTestFile } from './clean-up.ts'
import { createMigratedPostgres, createPostgresOnSocket, openEmptyPostgres } from './postgres.ts'
import { NOW } from './target.ts'

/** Creates a folder for a test file. It is removed when the file ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signage-test-'))
  afterTestFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The URL of a new, empty database of the engine on which the test file runs. */
export async function newDatabaseUrl(): Promise<string> {
  if (inject('engine') === 'postgres') return createPostgresOnSocket()
  return join(temporaryFolder(), 'signage.db')
}

/**
 * The same for a test that opens it with the purpose `create` first. PostgreSQL copies its tables from those that the
 * first migrations of the run made, since they take longer than many tests.
 */
export async function newDatabaseToOpen(): Promise<string> {
  return inject('engine') === 'postgres' ? createMigratedPostgres() : newDatabaseUrl()
}

/** The line that a command prints before it creates the database of this environment. */
export function creating({ DATABASE_URL: url }: { readonly DATABASE_URL: string }): string {
  return `Creating the database ${url.startsWith('postgres') ? 'in DATABASE_URL' : `sqlite:${url}`}.\n`
}

/** A new, migrated database of the engine on which the test file runs. */
export async function openMemory(): Promise<Database> {
  return inject('engine') === 'postgres' ? openEmptyPostgres() : openDatabase('sqlite::memory:', 'create')
}

export async function exported(database: Database): Promise<string> {
  let text = ''
  for await (const chunk of exportDocument(database)) text += chunk
  return text
}

/** The export of the database in a file. */
export async function exportOf(file: string): Promise<string> {
  const database = await openDatabase(file, 'read')
  try {
    return await exported(database)
  } finally {
    await database.close()
  }
}

/** Imports a document into an empty database, at a time. @returns the export of that database */
export async function throughDatabase(document: unknown, nowMs = NOW): Promise<string> {
  const database = await openMemory()
  try {
    await importDocument(database, structuredClone(document), { clock: () => nowMs })
    return await exported(database)
  } finally {
    await database.close()
  }
}

/** Opens an SQLite database as any other program may. Pass its statements to `preventGarbageCollection` as well. */
export function connectAsOtherProgram(file: string): Sqlite.Database {
  return preventGarbageCollection(new Sqlite(file))
}

/** Runs SQL on a file as any other program may. Creates the file if it is missing. */
export async function runSql(file: string, script: string): Promise<void> {
  const database = openSqlite(file, 'create')
  await database.batch([{ script }])
  await database.close()
}

/** Runs SQL on a database of either engine, such as what makes a text as it was stored before texts were normalised. */
export async function runScript(url: string, script: string): Promise<void> {
  const database = await openDatabase(url, 'create')
  await database.batch([{ script }])
  await database.close()
}

/** SQL that puts a few devices online forever. */
export const A_FEW_ONLINE = `
UPDATE devices SET last_heartbeat_at = '2100-01-01T00:00:00Z'
WHERE id IN (SELECT id FROM devices ORDER BY id LIMIT 10)`
