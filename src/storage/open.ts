import { statSync } from 'node:fs'
import { isSystemError } from '../lib/system-error.ts'
import { type Database, type Purpose, type ReadFrom, StorageOperatorError } from './database.ts'
import { sqlitePath } from './database-url.ts'
import { migrate, requireMigrated } from './migrations.ts'
import { isPostgresUrl } from './postgres/connection-url.ts'
import { MEMORY } from './sqlite/connection.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import { withWriteWarnings } from './write-warnings.ts'

/**
 * Opens the database that a DATABASE_URL names, and checks that its tables have this version. With the purpose `create`, a
 * missing database is created and an outdated one migrated. The tables of a database in memory are always created.
 * @throws {StorageOperatorError} if it is missing, outdated, newer than the code or not a signage database
 */
export async function openDatabase(url: string, purpose: Purpose, readFrom?: ReadFrom): Promise<Database> {
  const database = await openUnchecked(url, purpose, readFrom)
  try {
    if (purpose === 'create' || isInMemory(url)) await migrate(database)
    else await requireMigrated(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database that a DATABASE_URL names, without checking its tables. */
export async function openUnchecked(
  url: string,
  purpose: Purpose,
  readFrom: ReadFrom = 'primary',
): Promise<Database> {
  const database = await openEngine(url, purpose, readFrom)
  return purpose === 'server-write' ? withWriteWarnings(database) : database
}

async function openEngine(url: string, purpose: Purpose, readFrom: ReadFrom): Promise<Database> {
  if (!isPostgresUrl(url)) return openSqlite(sqlitePath(url), purpose, url)
  // Loaded on demand: with SQLite, the service starts without it.
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres(url, purpose, readFrom)
}

/**
 * Copies the database that a DATABASE_URL names into a new file. Others may read and write meanwhile.
 * @throws {StorageOperatorError} if the database is not a file, or the copy cannot be made
 */
export async function backUp(url: string, file: string): Promise<void> {
  if (isPostgresUrl(url)) {
    throw new StorageOperatorError(
      'DATABASE_URL names a PostgreSQL database: back it up with pg_dump or with the tools of its server.',
    )
  }
  if (isInMemory(url)) {
    throw new StorageOperatorError('DATABASE_URL names a database in memory, which cannot be backed up.')
  }
  const { backUpSqlite } = await import('./sqlite/backup.ts')
  await backUpSqlite(sqlitePath(url), file)
}

/** The file that a DATABASE_URL names; undefined if the database is in memory or on a server. */
export function sqliteFile(url: string): string | undefined {
  return isPostgresUrl(url) || isInMemory(url) ? undefined : sqlitePath(url)
}

/** Whether a DATABASE_URL names a database in memory, which disappears with its connection. */
export function isInMemory(url: string): boolean {
  return !isPostgresUrl(url) && sqlitePath(url) === MEMORY
}

/** Whether the file of a database exists, or may exist but cannot be accessed. True for a database in memory or on a server. */
export function databaseExists(url: string): boolean {
  const file = sqliteFile(url)
  if (file === undefined) return true
  try {
    statSync(file)
    return true
  } catch (error) {
    return !isSystemError(error) || error.code !== 'ENOENT'
  }
}
