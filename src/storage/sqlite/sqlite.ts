import type Sqlite from 'better-sqlite3'
import type { Database, Purpose, Query, Statement } from '../database.ts'
import { oncePerTurn } from '../once-per-turn.ts'
import { createSnapshot } from '../snapshot.ts'
import { retryWhileBusy } from './busy.ts'
import { connect, MEMORY } from './connection.ts'
import { createContentVersionReader } from './content-version.ts'
import { translateErrors } from './errors.ts'
import { watchFileIdentity } from './file-identity.ts'
import { createPrepare, preventGarbageCollection } from './prepared-statements.ts'
import { createSnapshots, createYieldingReader } from './snapshots.ts'

type Prepare = ReturnType<typeof createPrepare>

const TABLE_NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"

/**
 * Opens a SQLite database.
 * @param path a file; or `:memory:` for an empty, writable database that belongs to this connection alone, whatever the purpose
 * @param url the URL that opens the file again; by default its path. It is needed if the path has characters that a plain
 *   DATABASE_URL must not have
 * @throws {StorageOperatorError} if the file is missing or is not a SQLite database
 */
export function openSqlite(path: string, purpose: Purpose, url = path): Database {
  const connection = translateErrors(() => connect(path, purpose))
  const prepare = createPrepare(connection)

  const runBatch = connection.transaction((statements: Iterable<Statement>, onBegin: () => void) => {
    onBegin()
    let changes = 0
    for (const statement of statements) changes += run(connection, prepare, statement)
    return changes
  })
  const readSnapshot = connection.transaction((queries: readonly Query[]) =>
    queries.map(({ sql, parameters }) => prepare(sql).all(parameters)),
  )
  const dataVersion = preventGarbageCollection(
    translateErrors(() => connection.prepare('PRAGMA data_version').pluck()),
  )
  const snapshots = path === MEMORY ? undefined : createSnapshots(path)
  const watchesFile = purpose === 'read' || purpose === 'server-write'
  const fileIdentity = watchesFile && path !== MEMORY ? watchFileIdentity(path) : undefined
  const use = <Result>(work: () => Result): Result => {
    fileIdentity?.requireUnchanged()
    return translateErrors(work)
  }
  const contentVersion = createContentVersionReader({
    dataVersion: () => dataVersion.get(),
    storedVersion: () => prepare('SELECT version FROM content_version').get()?.['version'],
  })

  return {
    engine: 'sqlite',
    url: path === MEMORY ? undefined : url,
    get: async <Row>({ sql, parameters }: Query) =>
      use(() => prepare(sql).get(parameters) as Row | undefined),
    all: async <Row>({ sql, parameters }: Query) => use(() => prepare(sql).all(parameters) as Row[]),
    contentVersion: oncePerTurn(() => use(contentVersion.read)),
    readTogether: async <Rows extends unknown[][]>(queries: readonly Query[]) =>
      use(() => readSnapshot(queries) as Rows),
    openSnapshot: async () =>
      use(() => snapshots?.open() ?? createSnapshot(createYieldingReader(prepare), async () => {})),
    // IMMEDIATE, because a transaction that reads before it writes fails at once while another process writes.
    batch: async (statements) => {
      try {
        const begin = (onBegin: () => void) => use(() => runBatch.immediate(statements, onBegin))
        return purpose === 'server-write' ? await retryWhileBusy(begin) : begin(() => {})
      } finally {
        contentVersion.noteOwnCommit()
      }
    },
    tableNames: async () => use(() => prepare(TABLE_NAMES).all()).map(({ name }) => String(name)),
    warnings: () => {
      const problem = fileIdentity?.problem()
      return problem ? [{ subject: path, message: problem.message }] : []
    },
    close: async () => {
      fileIdentity?.stop()
      snapshots?.close()
      connection.close()
    },
  }
}

/** @returns how many rows the statement changed */
function run(connection: Sqlite.Database, prepare: Prepare, statement: Statement): number {
  if ('script' in statement) {
    connection.exec(statement.script)
    return 0
  }
  const prepared = prepare(statement.sql)
  if ('onRows' in statement) {
    statement.onRows(prepared.all(statement.parameters))
    return 0
  }
  const rows = 'rows' in statement ? statement.rows : [statement.parameters]
  return rows.reduce((changes, row) => changes + prepared.run(row), 0)
}
