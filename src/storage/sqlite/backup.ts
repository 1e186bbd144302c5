import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { isSystemError } from '../../lib/flow/system-error.ts'
import { StorageUnusableError } from '../database.ts'
import { connect, createFile } from './connection.ts'
import { translateError } from './errors.ts'
import { firstCorruption } from './inspection.ts'
import { preventGarbageCollection } from './statements.ts'

export interface BackupOptions {
  /** Called with the number of pages copied so far, and the total. */
  readonly onProgress?: (done: number, total: number) => void
  /** Aborts the backup and removes the partial copy. */
  readonly signal?: AbortSignal
}

const PAGES_PER_STEP = 1000
/** Suffixes of the files that SQLite may create beside a database. */
const SUFFIXES = ['', '-journal', '-wal', '-shm']

/**
 * Copies a database into a new file, as it is at one moment. Other processes may read and write meanwhile.
 * The file appears at its path only after all of it has been synced to disk.
 * @throws {StorageUnusableError} if the file exists, the database is damaged, or the copy cannot be written
 */
export async function backUpSqlite(path: string, file: string, options: BackupOptions = {}): Promise<void> {
  if (existsSync(file)) {
    throw new StorageUnusableError(`The file ${file} already exists: choose another name, or remove it.`)
  }
  const partial = `${file}.${process.pid}.partial`
  try {
    await copySound(path, partial, options)
    await writeThrough(partial)
    renameSync(partial, file)
    await writeThrough(dirname(file))
  } catch (error) {
    for (const suffix of SUFFIXES) rmSync(`${partial}${suffix}`, { force: true })
    throw isSystemError(error) ? unwritable(error.message) : translateError(error)
  }
}

async function copySound(path: string, file: string, { onProgress, signal }: BackupOptions): Promise<void> {
  const connection = connect(path, 'read')
  try {
    // Keeps one read transaction open: otherwise the copy would restart after each commit of another process.
    connection.exec('BEGIN')
    if (firstCorruption(connection) !== undefined) {
      throw new StorageUnusableError(
        'The database is damaged, so no backup was made: restore an older one, as docs/how-to/back-up-and-restore.md says.',
      )
    }
    const progress = ({ totalPages, remainingPages }: Sqlite.BackupMetadata) => {
      signal?.throwIfAborted()
      onProgress?.(totalPages - remainingPages, totalPages)
      return PAGES_PER_STEP
    }
    keepBackups(connection)
    createFile(file)
    await connection.backup(file, { progress }).catch((error: Error) => {
      // The database has just been read completely without an error, so this error concerns the copy.
      throw signal?.aborted ? error : unwritable(error.message)
    })
  } finally {
    connection.close()
  }
}

/** Makes a connection keep the driver's backup objects as well; see `preventGarbageCollection`. */
function keepBackups(connection: Sqlite.Database): void {
  for (const symbol of Object.getOwnPropertySymbols(connection)) {
    const native: { backup: (...parameters: unknown[]) => object } = Reflect.get(connection, symbol)
    const backup = native.backup.bind(native)
    native.backup = (...parameters) => preventGarbageCollection(backup(...parameters))
  }
}

/** Syncs a file to disk, or a folder so that the name of a new file is stored. */
async function writeThrough(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

function unwritable(reason: string): StorageUnusableError {
  return new StorageUnusableError(
    `The backup cannot be written (${reason}): choose an existing folder that is writable and has enough space.`,
  )
}
