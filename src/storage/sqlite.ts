import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  type Database,
  type Insert,
  type Purpose,
  type Query,
  type Statement,
  StorageConstraintError,
  StorageRefusedError,
  StorageUnavailableError,
  type Value,
} from './database.ts'
import { keep, type Prepared, preparer } from './sqlite-statements.ts'

/** How long a statement waits for another process's write to end. */
const BUSY_TIMEOUT_MS = 5000
const SWITCH_RETRY_MS = 10
/** What the write-ahead log is cut back to after a checkpoint. */
const LOG_SIZE_LIMIT_BYTES = 64 * 1024 * 1024

/** Changes when another connection commits; to ask takes a few microseconds and reads no table. */
const DATA_VERSION = 'PRAGMA data_version'
/** What a server keeps of the file in memory: all of it, for some hundred thousand devices. */
const PAGE_CACHE_KIB = 64 * 1024
/** What an import keeps of it, if that much is written: most rows go to any place of the file. */
const IMPORT_PAGE_CACHE_KIB = 256 * 1024
const TABLE_NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"

export const MEMORY = ':memory:'

/**
 * Opens a SQLite database.
 * @param path a file, or `:memory:`, which is empty, writable and this connection's own whatever the purpose
 * @throws {StorageRefusedError} if the file is missing, or is no SQLite database
 */
export function openSqlite(path: string, purpose: Purpose): Database {
  const connection = translateErrors(() => connect(path, purpose))
  const prepare = preparer(connection)

  const runBatch = connection.transaction((statements: Iterable<Statement>) => {
    let changes = 0
    for (const statement of statements) {
      if ('script' in statement) connection.exec(statement.script)
      else changes += run(prepare(statement.sql), statement)
    }
    return changes
  })
  const readSnapshot = connection.transaction((queries: readonly Query[]) =>
    queries.map(({ sql, parameters = [] }) => prepare(sql).all(parameters)),
  )
  const dataVersion = keep(connection.prepare(DATA_VERSION).pluck())
  let version: unknown
  let state = { number: 0 }
  const nextState = () => ({ number: state.number + 1 })

  return {
    engine: 'sqlite',
    get: async <Row>(sql: string, ...parameters: readonly Value[]) =>
      translateErrors(() => prepare(sql).get(parameters) as Row | undefined),
    all: async <Row>(sql: string, ...parameters: readonly Value[]) =>
      translateErrors(() => prepare(sql).all(parameters) as Row[]),
    state: () => {
      const current = translateErrors(() => dataVersion.get())
      if (current !== version) state = nextState()
      version = current
      return state
    },
    snapshot: async <Answers extends unknown[][]>(queries: readonly Query[]) =>
      translateErrors(() => readSnapshot(queries) as Answers),
    // IMMEDIATE: a transaction that begins as a reader and then writes fails at once where others write.
    batch: async (statements) =>
      translateErrors(() => {
        // The data version tells of other connections only.
        state = nextState()
        return runBatch.immediate(statements)
      }),
    tableNames: async () =>
      translateErrors(() =>
        prepare(TABLE_NAMES)
          .all([])
          .map(({ name }) => String(name)),
      ),
    close: async () => {
      connection.close()
    },
  }
}

function run(prepared: Prepared, statement: Query | Insert): number {
  if ('rows' in statement) return statement.rows.reduce((changes, row) => changes + prepared.run(row), 0)
  return prepared.run(statement.parameters ?? [])
}

function connect(path: string, purpose: Purpose): Sqlite.Database {
  const inMemory = path === MEMORY
  if (!inMemory && purpose === 'create') createFolder(dirname(path))
  if (!inMemory && purpose !== 'create' && !existsSync(path)) {
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

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StorageRefusedError(
      `The folder ${folder} cannot be created (${code}): choose another DATABASE_URL.`,
    )
  }
}

/** All SQL of the service is fixed and tested: what SQLite finds fault with is the state of the storage. */
function translateErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    const { code, message } = error
    if (code.startsWith('SQLITE_CONSTRAINT')) {
      throw new StorageConstraintError(`The database refused the change: ${message}.`, { cause: error })
    }
    if (code === 'SQLITE_NOTADB') {
      throw new StorageRefusedError('DATABASE_URL names a file that is not a SQLite database.', {
        cause: error,
      })
    }
    if (code === 'SQLITE_READONLY') {
      throw new StorageRefusedError(`The database cannot be written to: ${message}.`, { cause: error })
    }
    throw new StorageUnavailableError(`The database cannot be used: ${message}.`, { cause: error })
  }
}
