import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Database, type Purpose, StorageRefusedError } from './database.ts'
import { migrate, requireMigrated } from './migrations.ts'
import { isPostgresUrl } from './postgres/connection-url.ts'
import type { BackupOptions } from './sqlite/backup.ts'
import { MEMORY } from './sqlite/connection.ts'
import { openSqlite } from './sqlite/sqlite.ts'

/** What matters only where a URL names several servers. */
interface Options {
  // Written out: those who import the package need no types of the PostgreSQL driver.
  /** The primary unless said otherwise. */
  readonly readFrom?: 'primary' | 'replica'
}

/**
 * Opens the database that a DATABASE_URL names, and makes sure that its tables are those of this version.
 * With the purpose `create` a missing database is created and an outdated one migrated; so is one in memory.
 * @throws {StorageRefusedError} if it is missing, outdated, newer than the code or not a signage database
 */
export async function openDatabase(url: string, purpose: Purpose, options?: Options): Promise<Database> {
  const database = await openStorage(url, purpose, options)
  try {
    if (purpose === 'create' || isInMemory(url)) await migrate(database)
    else await requireMigrated(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database that a DATABASE_URL names, whatever is in it. */
export async function openStorage(
  url: string,
  purpose: Purpose,
  { readFrom = 'primary' }: Options = {},
): Promise<Database> {
  if (!isPostgresUrl(url)) return openSqlite(sqlitePath(url), purpose)
  // Loaded only here: with SQLite the service starts without it.
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres(url, purpose, readFrom)
}

/**
 * Copies the database that a DATABASE_URL names into a new file, while others read and write.
 * @throws {StorageRefusedError} if it is not a file, or the copy cannot be made
 */
export async function backUp(url: string, file: string, options?: BackupOptions): Promise<void> {
  if (isPostgresUrl(url)) {
    throw new StorageRefusedError(
      'DATABASE_URL names a PostgreSQL database: back it up with pg_dump, or by what its server has for that.',
    )
  }
  if (isInMemory(url)) {
    throw new StorageRefusedError(
      'DATABASE_URL names a database in memory, of which there is nothing to keep.',
    )
  }
  const { backUpSqlite } = await import('./sqlite/backup.ts')
  await backUpSqlite(sqlitePath(url), file, options)
}

/**
 * The file (or `:memory:`) that a plain path, a `file:` or a `sqlite:` URL names.
 * @throws {StorageRefusedError} if it names none
 */
export function sqlitePath(url: string): string {
  if (/^file:\/\/(localhost)?\//i.test(url)) {
    try {
      return fileURLToPath(url)
    } catch {
      throw new StorageRefusedError(
        'DATABASE_URL is a file: URL that names no file: write it as a plain path.',
      )
    }
  }
  // The driver trims as well, and takes an empty path for a database that is gone with its connection.
  const path = url.replace(/^(sqlite|file):(\/\/)?/i, '').trim()
  if (path !== '') return path
  throw new StorageRefusedError('DATABASE_URL names no file: write its path, such as ./data/signage.db.')
}

/** The file that a DATABASE_URL names; undefined where the database is in memory, or on a server. */
export function sqliteFile(url: string): string | undefined {
  return isPostgresUrl(url) || isInMemory(url) ? undefined : sqlitePath(url)
}

/** Whether a DATABASE_URL names a database that is gone with its connection. */
export function isInMemory(url: string): boolean {
  return sqlitePath(url) === MEMORY
}

/** Whether there is anything at the place that a DATABASE_URL names. */
export function databaseExists(url: string): boolean {
  return isPostgresUrl(url) || isInMemory(url) || existsSync(sqlitePath(url))
}
