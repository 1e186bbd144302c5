import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { StorageOperatorError } from '../database.ts'
import { connect } from './connection.ts'
import { DAMAGED, translateErrors } from './errors.ts'
import { prepare } from './prepared-statements.ts'

/** The first error in the pages of a database, or undefined. */
export function firstCorruption(connection: Sqlite.Database): string | undefined {
  const found = prepare(connection, 'PRAGMA quick_check(1)').get()?.['quick_check']
  return found === 'ok' ? undefined : String(found)
}

/**
 * Reads a whole database to check that its pages are intact.
 * @throws {StorageOperatorError} if they are not, or the file is not a database
 */
export function requireIntact(path: string): void {
  translateErrors(() => {
    const connection = connect(path, 'read')
    try {
      const corruption = firstCorruption(connection)
      if (corruption !== undefined) throw new StorageOperatorError(DAMAGED, { cause: corruption })
    } finally {
      connection.close()
    }
  })
}

/** The size of the write-ahead log of a database; 0 if there is none. */
export function writeAheadLogBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
