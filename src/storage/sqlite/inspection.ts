import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { StorageUnusableError } from '../database.ts'
import { connect, MEMORY } from './connection.ts'
import { translateErrors } from './errors.ts'
import { prepare } from './statements.ts'

/** The first error in the pages of a database, or undefined. */
export function firstCorruption(connection: Sqlite.Database): string | undefined {
  const found = prepare(connection, 'PRAGMA quick_check(1)').get()?.['quick_check']
  return found === 'ok' ? undefined : String(found)
}

/**
 * Reads a whole database to check that its pages are intact.
 * @throws {StorageUnusableError} if they are not, or the file is not a database
 */
export function assertIntact(path: string): void {
  const connection = translateErrors(() => connect(path, 'read'))
  try {
    const corruption = translateErrors(() => firstCorruption(connection))
    if (corruption === undefined) return
    throw new StorageUnusableError(
      'The database is damaged: stop the service and restore a backup, as docs/how-to/back-up-and-restore.md says.',
      { cause: corruption },
    )
  } finally {
    connection.close()
  }
}

/**
 * The version of SQLite that the driver includes.
 * @throws {StorageUnusableError} if the driver is not built for this Node version
 */
export function sqliteVersion(): string {
  const connection = translateErrors(() => connect(MEMORY, 'read'))
  try {
    return String(prepare(connection, 'SELECT sqlite_version() AS version').get()?.['version'])
  } finally {
    connection.close()
  }
}

/** The size of the write-ahead log of a database; 0 if there is none. */
export function writeAheadLogBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
