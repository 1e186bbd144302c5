import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import {
  type Database,
  type Dialogue,
  type Insert,
  type Purpose,
  type Query,
  type State,
  type Statement,
  StorageUnavailableError,
  type Value,
} from '../database.ts'
import { type Watch, watchState } from '../watch.ts'
import { readSettings } from './connection-url.ts'
import { prepare, spreadRows, translate } from './dialect.ts'
import { type Cluster, createCluster, type ReadFrom } from './failover.ts'

/** One writer at a time, as on every engine: a batch waits for its turn so long. */
const LOCK_TIMEOUT_MS = 5000
/** Any number that other programs in the database do not use. */
const WRITER_LOCK = 7_446_244_703
/** How many statements of a batch are under way at once. */
const BATCH_WINDOW = 64
/** PostgreSQL counts the parameters of a statement with 16 bits. */
const MAX_PARAMETERS = 65_535

const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
// A table that was empty when the batch began would be read from end to end by plans made then, however it grows.
const BEGIN_BATCH = `
BEGIN;
SET LOCAL enable_seqscan = off;
SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS};
SELECT pg_advisory_xact_lock(${WRITER_LOCK});
SET LOCAL lock_timeout = 0`
/** A change is told by a notice; where that is lost, or its server is a standby, it is seen by looking. */
const WATCH_INTERVAL_MS = 400
const DATA_STATE = 'SELECT version FROM data_state'
const TABLE_NAMES = 'SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = current_schema()'

/**
 * Opens a PostgreSQL database. Connections are made when they are needed.
 * @throws {StorageRefusedError} if the URL is not one to connect with
 */
export function openPostgres(url: string, purpose: Purpose, readFrom: ReadFrom): Database {
  const cluster = createCluster(readSettings(url), purpose, readFrom)
  const query = (sql: string, parameters: readonly Value[] = []) =>
    cluster.use((server) => server.query(sql, parameters))
  const state = stateReader(query, cluster.term)

  return {
    engine: 'postgres',
    get: async <Row>(sql: string, ...parameters: readonly Value[]) =>
      (await query(sql, parameters))[0] as Row | undefined,
    all: async <Row>(sql: string, ...parameters: readonly Value[]) => (await query(sql, parameters)) as Row[],
    state,
    watch: createWatches(cluster, state),
    snapshot: async <Answers extends unknown[][]>(queries: readonly Query[]) =>
      (await cluster.use((server) => server.lease((client) => readSnapshot(client, queries)))) as Answers,
    consult: (begin) => cluster.use((server) => server.lease((client) => answerAll(client, begin()))),
    batch: (statements) => cluster.use((server) => server.lease((client) => runBatch(client, statements))),
    tableNames: async () => (await query(TABLE_NAMES)).map(({ name }) => String(name)),
    close: () => cluster.close(),
  }
}

/** Watches over the data: all that are begun share one ear to the server. */
function createWatches(cluster: Cluster, state: () => Promise<State>): Database['watch'] {
  const watches = new Set<Watch>()
  const onNotice = () => {
    for (const { look } of watches) look().catch(() => {})
  }

  async function stateOnceHearing(): Promise<State> {
    await cluster.use((server) => server.hear(onNotice)).catch(() => {})
    return state()
  }

  return (listener) => {
    const watch = watchState(stateOnceHearing, WATCH_INTERVAL_MS, listener)
    watches.add(watch)
    return () => {
      watch.stop()
      watches.delete(watch)
    }
  }
}

/** All who ask in one turn of the event loop are answered by one query, which is sent after they have asked. */
function stateReader(
  query: (sql: string) => Promise<Record<string, Value>[]>,
  term: () => number,
): () => Promise<State> {
  let state = { number: 0 }
  let seen = ''
  let asking: Promise<State> | undefined

  async function ask(): Promise<State> {
    await nextTurn()
    asking = undefined
    // Before the question: what was read since from a server that took over may be older than its answer.
    const termBefore = term()
    const [row] = await query(DATA_STATE)
    if (row === undefined)
      throw new StorageUnavailableError('The database cannot be used: data_state is empty.')
    const current = `${termBefore} ${row['version']}`
    if (current !== seen) state = { number: state.number + 1 }
    seen = current
    return state
  }

  return () => {
    asking ??= ask()
    return asking
  }
}

/** All at once: an answer takes one way there and back, however many queries there are. */
async function readSnapshot(client: pg.ClientBase, queries: readonly Query[]) {
  const [, ...answers] = await Promise.all([
    client.query(BEGIN_SNAPSHOT),
    ...queries.map(({ sql, parameters = [] }) =>
      client.query<Record<string, Value>>({ ...prepare(sql), values: [...parameters] }),
    ),
    client.query('COMMIT'),
  ])
  return answers.slice(0, queries.length).map(({ rows }) => rows)
}

async function answerAll<Result>(client: pg.ClientBase, dialogue: Dialogue<Result>): Promise<Result> {
  // First of all: where this throws, nothing has been sent whose error nobody would handle.
  let step = dialogue.next()
  const beginning = client.query(BEGIN_SNAPSHOT)
  while (!step.done) {
    const { sql, parameters = [] } = step.value
    const answering = client.query<Record<string, Value>>({ ...prepare(sql), values: [...parameters] })
    const [{ rows }] = await Promise.all([answering, beginning])
    step = dialogue.next(rows)
  }
  await Promise.all([beginning, client.query('COMMIT')])
  return step.value
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
      for (const sending of send(client, statement)) {
        window.push(sending)
        if (window.length >= BATCH_WINDOW) await finishWindow()
      }
    }
  } finally {
    // Also when drawing a statement fails: otherwise nobody would handle the errors of those that were sent before.
    await finishWindow()
  }
  await client.query('COMMIT')
  return changes
}

/** Sends a statement, in several parts where it is too large for one. Each yields how many rows it changed. */
function* send(client: pg.ClientBase, statement: Statement): Generator<Promise<number>> {
  if ('script' in statement) {
    yield client.query(statement.script).then(() => 0)
  } else if ('rows' in statement) {
    yield* sendRows(client, statement)
  } else {
    const { sql, parameters = [] } = statement
    yield client.query({ ...prepare(sql), values: [...parameters] }).then(countOf)
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
