import { mkdirSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { isSystemError, reasonOf } from '../../system-error.ts'
import { type Purpose, StorageRefusedError } from '../database.ts'
import { keep } from './statements.ts'

/** How long a statement waits for another process's write to end. */
const BUSY_TIMEOUT_MS = 5000
const SWITCH_RETRY_MS = 10
/** What the write-ahead log is cut back to after a checkpoint. */
const LOG_SIZE_LIMIT_BYTES = 64 * 1024 * 1024
/** What a server keeps of the file in memory: all of it, for some hundred thousand devices. */
const PAGE_CACHE_KIB = 64 * 1024
/** What an import keeps of it, if that much is written: most rows go to any place of the file. */
const IMPORT_PAGE_CACHE_KIB = 256 * 1024

export const MEMORY = ':memory:'

/** Opens a connection, the only place that does so. @throws {StorageRefusedError} if the file is missing, or is none */
export function connect(path: string, purpose: Purpose): Sqlite.Database {
  const inMemory = path === MEMORY
  const isThere = !inMemory && isFile(path)
  if (!inMemory && purpose === 'create') createFolder(dirname(path))
  if (!inMemory && purpose !== 'create' && !isThere) {
    throw new StorageRefusedError(
      `There is no database at ${path}: run "signage migrate" to create it, or set DATABASE_URL to where it is.`,
    )
  }
  const connection = new Sqlite(path, { readonly: purpose === 'read' && !inMemory, timeout: BUSY_TIMEOUT_MS })
  keep(connection)
  // Not pragma(): it makes a statement that nobody keeps.
  connection.exec('PRAGMA foreign_keys = ON')
  if (purpose !== 'write') {
    const kib = purpose === 'read' ? PAGE_CACHE_KIB : IMPORT_PAGE_CACHE_KIB
    connection.exec(`PRAGMA cache_size = -${kib}`)
  }
  if (purpose !== 'read') {
    useWriteAheadLog(connection)
    connection.exec('PRAGMA synchronous = FULL')
    connection.exec(`PRAGMA journal_size_limit = ${LOG_SIZE_LIMIT_BYTES}`)
  }
  return connection
}

/** Of several processes that make a file's first connection, SQLite lets one switch, and tells others at once to wait. */
function useWriteAheadLog(connection: Sqlite.Database, endMs = Date.now() + BUSY_TIMEOUT_MS): void {
  try {
    connection.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
    if (!isBusy || Date.now() > endMs) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWITCH_RETRY_MS)
    useWriteAheadLog(connection, endMs)
  }
}

/**
 * Whether there is a file at a path. SQLite would report a fault of the disk for a folder, and wait for ever for
 * somebody to write to a FIFO.
 * @throws {StorageRefusedError} if there is something else, or it cannot be told
 */
function isFile(path: string): boolean {
  const stats = lookAt(path)
  if (stats === undefined || stats.isFile()) return stats !== undefined
  throw new StorageRefusedError(
    stats.isDirectory()
      ? `DATABASE_URL names ${path}, which is a folder: name a file in it, such as ${join(path, 'signage.db')}.`
      : `DATABASE_URL names ${path}, which is not a file: name one that is, or that is to be made.`,
  )
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    if (!isSystemError(error) || error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new StorageRefusedError(
      `The database at ${path} cannot be reached (${reasonOf(error)}): let this user enter the folders on the way to it, or set DATABASE_URL to another.`,
    )
  }
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new StorageRefusedError(
      `The folder ${folder} cannot be created (${reasonOf(error)}): choose another DATABASE_URL.`,
    )
  }
}
