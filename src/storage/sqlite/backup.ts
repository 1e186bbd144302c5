import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { isSystemError } from '../../system-error.ts'
import { StorageRefusedError } from '../database.ts'
import { connect } from './connection.ts'
import { translateError } from './errors.ts'
import { firstFault } from './inspection.ts'
import { keep } from './statements.ts'

export interface BackupOptions {
  /** Is told how many pages have been copied, and of how many. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ends it; nothing is left of the copy. */
  readonly signal?: AbortSignal
}

const PAGES_PER_STEP = 1000
/** What SQLite may lay beside a file that it writes. */
const SUFFIXES = ['', '-journal', '-wal', '-shm']

/**
 * Copies a database into a new file, as it is at one moment, while others read and write. The file appears once
 * all of it is on the disk.
 * @throws {StorageRefusedError} if there is such a file already, the database is damaged, or it cannot be written
 */
export async function backUpSqlite(path: string, file: string, options: BackupOptions = {}): Promise<void> {
  if (existsSync(file)) {
    throw new StorageRefusedError(`There is a file ${file} already: choose another name, or remove it.`)
  }
  const partial = `${file}.${process.pid}.partial`
  try {
    await copySound(path, partial, options)
    writeThrough(partial)
    renameSync(partial, file)
    writeThrough(dirname(file))
  } catch (error) {
    for (const suffix of SUFFIXES) rmSync(`${partial}${suffix}`, { force: true })
    throw isSystemError(error) ? unwritable(error.message) : translateError(error)
  }
}

async function copySound(path: string, file: string, { onProgress, signal }: BackupOptions): Promise<void> {
  const connection = connect(path, 'read')
  try {
    // Held all the while: without it the copy would begin anew with every commit of another process.
    connection.exec('BEGIN')
    if (firstFault(connection) !== undefined) {
      throw new StorageRefusedError(
        'The database is damaged, so no backup was made: restore an older one, as docs/operations.md says.',
      )
    }
    const progress = ({ totalPages, remainingPages }: Sqlite.BackupMetadata) => {
      signal?.throwIfAborted()
      onProgress?.(totalPages - remainingPages, totalPages)
      return PAGES_PER_STEP
    }
    await withKeptBackup(connection)
      .backup(file, { progress })
      .catch((error: Error) => {
        // The database has just been read from end to end: what fails now is the copy.
        throw signal?.aborted ? error : unwritable(error.message)
      })
  } finally {
    connection.close()
  }
}

/** The same connection, but that what the driver makes to copy it is no garbage either; see `keep`. */
function withKeptBackup(connection: Sqlite.Database): Sqlite.Database {
  const properties = Object.getOwnPropertySymbols(connection).map((symbol) => {
    const native: { backup: (...parameters: unknown[]) => object } = Reflect.get(connection, symbol)
    return [symbol, { value: { backup: (...parameters: unknown[]) => keep(native.backup(...parameters)) } }]
  })
  return Object.create(connection, Object.fromEntries(properties))
}

/** What is written may be in memory only, until the disk is asked to keep it; so may the name of a new file. */
function writeThrough(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function unwritable(reason: string): StorageRefusedError {
  return new StorageRefusedError(
    `The backup cannot be written (${reason}): choose a folder that exists, may be written to and has room.`,
  )
}
