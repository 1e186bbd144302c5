import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { StorageRefusedError } from '../database.ts'
import { connect, MEMORY } from './connection.ts'
import { translateErrors } from './errors.ts'
import { keep } from './statements.ts'

const CHECK = 'PRAGMA quick_check(1)'

/** The first thing that is wrong with the pages of a database, or undefined. */
export function firstFault(connection: Sqlite.Database): string | undefined {
  const found = keep(connection.prepare<[], string>(CHECK).pluck()).get()
  return found === 'ok' ? undefined : found
}

/**
 * Reads all of a database to see whether its pages are sound.
 * @throws {StorageRefusedError} if they are not, or it is no database
 */
export function requireSound(path: string): void {
  const connection = translateErrors(() => connect(path, 'read'))
  try {
    const fault = translateErrors(() => firstFault(connection))
    if (fault === undefined) return
    throw new StorageRefusedError(
      'The database is damaged: stop the service and restore a backup, as docs/operations.md says.',
      { cause: fault },
    )
  } finally {
    connection.close()
  }
}

/**
 * The version of SQLite that the driver brings.
 * @throws {StorageRefusedError} if the driver is not built for this Node
 */
export function sqliteVersion(): string {
  const connection = translateErrors(() => connect(MEMORY, 'read'))
  try {
    return keep(connection.prepare<[], string>('SELECT sqlite_version()').pluck()).get() ?? ''
  } finally {
    connection.close()
  }
}

/** How large the write-ahead log beside a database is; 0 where there is none. */
export function writeAheadLogBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
