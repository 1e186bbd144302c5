import type pg from 'pg'
import {
  type Database,
  type Insert,
  type Purpose,
  type Query,
  type ReadFrom,
  type Snapshot,
  type Statement,
  StorageUnavailableError,
  type StoredRow,
  type Value,
} from '../database.ts'
import { oncePerTurn } from '../once-per-turn.ts'
import { parseConnectionUrl } from './connection-url.ts'
import { prepare, prepareRead, spreadRows, translate } from './dialect.ts'
import { translateError } from './errors.ts'
import { type Cluster, createCluster } from './failover.ts'

/** How long a batch waits for the lock of the writer. As on every engine, there is one writer at a time. */
const LOCK_TIMEOUT_MS = 5000
/**
 * How long a script waits for tables that others read, since all further readers wait behind it. PostgreSQL looks for deadlocks
 * after a second: before that, the script gives way.
 */
const TABLE_LOCK_TIMEOUT_MS = 500
/** The key of an advisory lock: any number that no other program in the database uses. */
const WRITER_LOCK = 7_446_244_703
/** How many statements of a batch may be in flight at once. */
const BATCH_WINDOW = 64
/** PostgreSQL counts the parameters of a statement in 16 bits. */
const MAX_PARAMETERS = 65_535

// A plan made while a table is empty would scan the whole table, and be used however large the table grows.
const BEGIN_BATCH = `
BEGIN;
SET LOCAL enable_seqscan = off;
SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS};
SELECT pg_advisory_xact_lock(${WRITER_LOCK});
SET LOCAL lock_timeout = 0`
const TABLE_NAMES = 'SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = current_schema()'

/**
 * Opens a PostgreSQL database. Connections are made on first use.
 * @throws {StorageUnusableError} if the URL is invalid
 */
export function openPostgres(url: string, purpose: Purpose, readFrom: ReadFrom): Database {
  const cluster = createCluster(parseConnectionUrl(url), purpose, readFrom)
  const query = (sql: string, parameters: readonly Value[] = []) =>
    cluster.use((server) => server.query(sql, parameters))

  return {
    engine: 'postgres',
    url,
    get: async <Row>(sql: string, ...parameters: readonly Value[]) =>
      (await query(sql, parameters))[0] as Row | undefined,
    all: async <Row>(sql: string, ...parameters: readonly Value[]) => (await query(sql, parameters)) as Row[],
    dataVersion: createDataVersionReader(cluster),
    snapshot: async <Rows extends unknown[][]>(queries: readonly Query[]) =>
      (await cluster.use((server) => server.withClient((client) => readSnapshot(client, queries)))) as Rows,
    openSnapshot: () => openSnapshot(cluster),
    batch: (statements) =>
      cluster.use((server) => server.withClient((client) => runBatch(client, statements))),
    tableNames: async () => (await query(TABLE_NAMES)).map(({ name }) => String(name)),
    close: () => cluster.close(),
  }
}

function createDataVersionReader(cluster: Cluster) {
  let state = { number: 0 }
  let seen = ''

  return oncePerTurn(async () => {
    // Read the epoch before the query. If another server takes over meanwhile, data read from it may be older
    // than this version, so the next call must report a change.
    const epoch = cluster.epoch()
    const [row] = await cluster.use((server) => server.query('SELECT version FROM data_state', []))
    if (row === undefined)
      throw new StorageUnavailableError('The database cannot be used: data_state is empty.')
    const current = `${epoch} ${row['version']}`
    if (current !== seen) state = { number: state.number + 1 }
    seen = current
    return state
  })
}

/** Sends all queries at once, so that a snapshot takes one round trip however many queries there are. */
async function readSnapshot(client: pg.ClientBase, queries: readonly Query[]) {
  const [, ...results] = await Promise.all([
    client.query(BEGIN_SNAPSHOT).then((): StoredRow[] => []),
    ...queries.map((query) => readRows(client, query)),
    client.query('COMMIT').then((): StoredRow[] => []),
  ])
  return results.slice(0, queries.length)
}

const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** A transaction that lasts until the snapshot is closed, and has a connection for itself. */
function openSnapshot(cluster: Cluster): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    const lease = (client: pg.ClientBase) =>
      new Promise<void>((close, fail) => {
        const all = async <Row>(query: Query) => {
          try {
            return (await readRows(client, query)) as Row[]
          } catch (error) {
            fail(error)
            throw translateError(error)
          }
        }
        resolve({ all, close: async () => close() })
      })
    const work = async (client: pg.ClientBase) => {
      // A read on a lost connection is tried again elsewhere, where the snapshot does not exist.
      if (isOpen) return
      // The first query takes the snapshot, and not BEGIN.
      await client.query(`${BEGIN_SNAPSHOT}; SELECT 1`)
      isOpen = true
      await lease(client)
      await client.query('COMMIT')
    }
    // Once the snapshot is open, its queries report errors.
    cluster.use((server) => server.withClient(work)).catch(reject)
  })
}

async function readRows(client: pg.ClientBase, { sql, parameters = [] }: Query): Promise<StoredRow[]> {
  return (await client.query<StoredRow>(prepareRead(sql, parameters))).rows
}

async function runBatch(client: pg.ClientBase, statements: Iterable<Statement>): Promise<number> {
  await client.query(BEGIN_BATCH)
  let changes = 0
  let window: Promise<number>[] = []
  const finishWindow = async () => {
    for (const count of await Promise.all(window)) changes += count
    window = []
  }
  try {
    for (const statement of statements) {
      if ('onRows' in statement) {
        await finishWindow()
        statement.onRows(await readRows(client, statement))
        continue
      }
      for (const sending of send(client, statement)) {
        window.push(sending)
        if (window.length >= BATCH_WINDOW) await finishWindow()
      }
    }
  } finally {
    // Also if the generator of statements throws: statements already sent could reject, and must be handled.
    await finishWindow()
  }
  await client.query('COMMIT')
  return changes
}

/** Sends a statement, split if it has too many parameters. Each promise yields how many rows it changed. */
function* send(client: pg.ClientBase, statement: Statement): Generator<Promise<number>> {
  if ('script' in statement) {
    yield client.query(`SET LOCAL lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}; ${statement.script}`).then(() => 0)
  } else if ('rows' in statement) {
    yield* sendRows(client, statement)
  } else {
    const { sql, parameters = [] } = statement
    yield client.query(prepare(sql, [...parameters])).then(countOf)
  }
}

function* sendRows(client: pg.ClientBase, insert: Insert): Generator<Promise<number>> {
  const rowsAtOnce = Math.floor(MAX_PARAMETERS / Math.max(insert.rows[0]?.length ?? 1, 1))
  for (let start = 0; start < insert.rows.length; start += rowsAtOnce) {
    const rows = insert.rows.slice(start, start + rowsAtOnce)
    yield client
      .query({ text: translate(spreadRows(insert, rows.length)), values: rows.flat() })
      .then(countOf)
  }
}

function countOf({ rowCount }: pg.QueryResult): number {
  return rowCount ?? 0
}
