import { closeSync, mkdirSync, openSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { MEBIBYTE } from '../../lib/bytes.ts'
import { isSystemError, reasonOf } from '../../lib/system-error.ts'
import { type Purpose, StorageOperatorError, WRITER_WAIT_MS } from '../database.ts'
import { driver } from './driver.ts'
import { preventGarbageCollection } from './prepared-statements.ts'

const SWITCH_RETRY_MS = 10
/** The size to which the write-ahead log is truncated after a checkpoint. */
const LOG_SIZE_LIMIT_BYTES = 64 * MEBIBYTE
/**
 * The number of pages after which the write-ahead log is copied into the file: four times SQLite's default. With fewer checkpoints,
 * a page that is written often is copied less often: heartbeats of 100,000 devices cost a tenth less.
 */
const CHECKPOINT_PAGES = 4000
/** The page cache of a server. It holds the whole file for some hundred thousand devices. */
const PAGE_CACHE_KIB = 64 * 1024
/** The page cache of an import, allocated as needed: most rows go to random positions in the file. */
const IMPORT_PAGE_CACHE_KIB = 256 * 1024

export const MEMORY = ':memory:'

/** Opens a connection with the settings of its purpose. A missing file is created with the purpose `create` only. */
export function connect(path: string, purpose: Purpose): Sqlite.Database {
  if (path !== MEMORY) prepareFile(resolve(path), purpose)
  const readonly = purpose === 'read' && path !== MEMORY
  // The busy timeout of SQLite blocks the process, so a server retries instead: see `retryWhileBusy`.
  const timeout = purpose === 'server-write' ? 0 : WRITER_WAIT_MS
  const connection = new (driver())(path, { readonly, timeout })
  preventGarbageCollection(connection)
  // Not `pragma()`: it creates a statement that cannot be passed to `preventGarbageCollection`.
  connection.exec('PRAGMA foreign_keys = ON')
  const kib = {
    read: PAGE_CACHE_KIB,
    'server-write': PAGE_CACHE_KIB,
    create: IMPORT_PAGE_CACHE_KIB,
    write: undefined,
  }[purpose]
  if (kib !== undefined) connection.exec(`PRAGMA cache_size = -${kib}`)
  if (purpose !== 'read') {
    useWriteAheadLog(connection)
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec(`PRAGMA journal_size_limit = ${LOG_SIZE_LIMIT_BYTES}`)
    connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    // SQLite keeps a journal to undo a statement that fires triggers. Writing it to a file takes longer than the statement.
    connection.exec('PRAGMA temp_store = MEMORY')
  }
  return connection
}

function prepareFile(path: string, purpose: Purpose): void {
  const exists = isFile(path)
  if (purpose === 'create') createFolder(dirname(path))
  if (exists) return
  if (purpose !== 'create') {
    throw new StorageOperatorError(
      `There is no database at ${path}: run "signage migrate" to create it, or set DATABASE_URL to its path.`,
    )
  }
  // Fails before the file is created if the driver is not built for this Node.
  preventGarbageCollection(new (driver())(MEMORY)).close()
  createFile(path)
}

/**
 * Creates an empty file that only this user can read, since databases contain the hashes of keys. SQLite itself would let
 * everyone read it. It gives the files that it creates beside a database the same mode.
 */
export function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    // SQLite then reports that the file cannot be created.
    if (!isSystemError(error)) throw error
  }
}

/** If several processes open a new file, one can switch to WAL mode. The others fail with SQLITE_BUSY, so they retry. */
function useWriteAheadLog(connection: Sqlite.Database, endMs = performance.now() + WRITER_WAIT_MS): void {
  try {
    connection.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    const isBusy = error instanceof driver().SqliteError && error.code.startsWith('SQLITE_BUSY')
    if (!isBusy || performance.now() > endMs) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWITCH_RETRY_MS)
    useWriteAheadLog(connection, endMs)
  }
}

/**
 * Whether a file exists at a path. For a folder SQLite would report a disk error, and for a FIFO it would
 * wait forever for a writer.
 * @throws {StorageOperatorError} if the path is not a file or cannot be accessed
 */
function isFile(path: string): boolean {
  const stats = statOf(path)
  if (stats === undefined || stats.isFile()) return stats !== undefined
  throw new StorageOperatorError(
    stats.isDirectory()
      ? `DATABASE_URL names ${path}, which is a folder: name a file in it, such as ${join(path, 'signage.db')}.`
      : `DATABASE_URL names ${path}, which is not a regular file: set it to the path of a file.`,
  )
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    if (!isSystemError(error) || error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new StorageOperatorError(
      `The database at ${path} cannot be reached (${reasonOf(error)}): grant this user access to the folders on its path, or set DATABASE_URL to another file.`,
    )
  }
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new StorageOperatorError(
      `The folder ${folder} cannot be created (${reasonOf(error)}): choose another DATABASE_URL.`,
    )
  }
}
