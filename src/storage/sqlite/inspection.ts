import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { StorageUnusableError } from '../database.ts'
import { connect, MEMORY } from './connection.ts'
import { DAMAGED, translateErrors } from './errors.ts'
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
  const corruption = inspect(path, firstCorruption)
  if (corruption === undefined) return
  throw new StorageUnusableError(DAMAGED, { cause: corruption })
}

/**
 * The version of SQLite that the driver includes.
 * @throws {StorageUnusableError} if the driver is not built for this Node version
 */
export function sqliteVersion(): string {
  return inspect(MEMORY, (connection) =>
    String(prepare(connection, 'SELECT sqlite_version() AS version').get()?.['version']),
  )
}

function inspect<Result>(path: string, work: (connection: Sqlite.Database) => Result): Result {
  return translateErrors(() => {
    const connection = connect(path, 'read')
    try {
      return work(connection)
    } finally {
      connection.close()
    }
  })
}

/** The size of the write-ahead log of a database; 0 if there is none. */
export function writeAheadLogBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
