import { setImmediate } from 'node:timers/promises'
import type { Database, Purpose, Query, Snapshot, Statement } from '../database.ts'
import { oncePerTurn } from '../once-per-turn.ts'
import { createSnapshot } from '../snapshot.ts'
import { retryWhileBusy } from './busy.ts'
import { connect, MEMORY } from './connection.ts'
import { createContentVersionReader } from './content-version.ts'
import { translateErrors } from './errors.ts'
import { watchFileIdentity } from './file-identity.ts'
import { preparer, preventGarbageCollection } from './statements.ts'

const TABLE_NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"

/**
 * Opens a SQLite database.
 * @param path a file; or `:memory:` for an empty, writable database that belongs to this connection alone, whatever the purpose
 * @throws {StorageUnusableError} if the file is missing or is not a SQLite database
 */
export function openSqlite(path: string, purpose: Purpose): Database {
  const connection = translateErrors(() => connect(path, purpose))
  const prepare = preparer(connection)

  const run = (statements: Iterable<Statement>): number => {
    let changes = 0
    for (const statement of statements) {
      if ('script' in statement) {
        connection.exec(statement.script)
        continue
      }
      const prepared = prepare(statement.sql)
      if ('onRows' in statement) {
        statement.onRows(prepared.all(statement.parameters))
        continue
      }
      const rows = 'rows' in statement ? statement.rows : [statement.parameters]
      for (const row of rows) changes += prepared.run(row)
    }
    return changes
  }
  const runBatch = connection.transaction((statements: Iterable<Statement>, onBegin: () => void) => {
    onBegin()
    return run(statements)
  })
  const readSnapshot = connection.transaction((queries: readonly Query[]) =>
    queries.map(({ sql, parameters }) => prepare(sql).all(parameters)),
  )
  const dataVersion = preventGarbageCollection(
    translateErrors(() => connection.prepare('PRAGMA data_version').pluck()),
  )
  const isServing = purpose === 'read' || purpose === 'server-write'
  const fileIdentity = isServing && path !== MEMORY ? watchFileIdentity(path) : undefined
  const use = <Result>(work: () => Result): Result => {
    fileIdentity?.assertUnchanged()
    return translateErrors(work)
  }
  const contentVersion = createContentVersionReader({
    dataVersion: () => dataVersion.get(),
    storedVersion: () => prepare('SELECT version FROM content_version').get()?.['version'],
  })

  return {
    engine: 'sqlite',
    url: path === MEMORY ? undefined : path,
    get: async <Row>({ sql, parameters }: Query) =>
      use(() => prepare(sql).get(parameters) as Row | undefined),
    all: async <Row>({ sql, parameters }: Query) => use(() => prepare(sql).all(parameters) as Row[]),
    contentVersion: oncePerTurn(() => use(contentVersion.read)),
    snapshot: async <Rows extends unknown[][]>(queries: readonly Query[]) =>
      use(() => readSnapshot(queries) as Rows),
    openSnapshot: async () => use(() => openSnapshot(path, prepare)),
    // IMMEDIATE, because a transaction that reads before it writes fails at once while another process writes.
    batch: async (statements) => {
      try {
        const begin = (onBegin: () => void) => use(() => runBatch.immediate(statements, onBegin))
        return purpose === 'server-write' ? await retryWhileBusy(begin) : begin(() => {})
      } finally {
        contentVersion.expectOwnCommit()
      }
    },
    tableNames: async () => use(() => prepare(TABLE_NAMES).all()).map(({ name }) => String(name)),
    warnings: () => {
      const fault = fileIdentity?.fault()
      return fault ? [{ server: path, message: fault.message }] : []
    },
    close: async () => {
      fileIdentity?.stop()
      connection.close()
    },
  }
}

/** Opens a transaction on a separate connection, because all reads on this one would be part of it. */
function openSnapshot(path: string, prepare: ReturnType<typeof preparer>): Snapshot {
  if (path === MEMORY) return createSnapshot(readerInTurn(prepare), async () => {})
  const connection = connect(path, 'read')
  const prepareHere = preparer(connection)
  connection.exec('BEGIN')
  // The first read takes the snapshot.
  prepareHere(TABLE_NAMES).all()
  return createSnapshot(readerInTurn(prepareHere), async () => void connection.close())
}

/** SQLite blocks the thread, so other requests are answered before each query. */
function readerInTurn(prepare: ReturnType<typeof preparer>): Snapshot['all'] {
  return async <Row>({ sql, parameters }: Query) => {
    await setImmediate()
    return translateErrors(() => prepare(sql).all(parameters) as Row[])
  }
}
