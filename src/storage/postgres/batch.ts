import type pg from 'pg'
import type { Query, Read, Statement, StoredRow } from '../database.ts'
import { prepare, prepareRead, prepareRows } from './dialect.ts'
import type { Session } from './sessions.ts'

/** How long a batch waits for the lock of the writer. As on every engine, there is one writer at a time. */
const LOCK_TIMEOUT_MS = 5000
/**
 * How long a script waits for tables that others read, since all further readers wait behind it. PostgreSQL looks for deadlocks
 * after a second: before that, the script gives way.
 */
const TABLE_LOCK_TIMEOUT_MS = 500
/** The key of an advisory lock: any number that no other program in the database uses. */
export const WRITER_LOCK = 7_446_244_703
/** How many statements of a batch may be in flight at once: when the server has run one, it has the next one already. */
const BATCH_WINDOW = 8
/** No setting limits how long a server commits, such as on a slow disk, and nobody knows the result before it has. */
const COMMIT_TIMEOUT_MS = 30_000

// A plan made while a table is empty would scan the whole table, and be used however large the table grows. To compile each of
// many short statements would take longer than to run them.
const BEGIN_BATCH = `
BEGIN;
SET LOCAL enable_seqscan = off;
SET LOCAL jit = off;
SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS};
SELECT pg_advisory_xact_lock(${WRITER_LOCK});
SET LOCAL lock_timeout = 0`

/** Begins the transaction of a batch, as soon as no other one writes. */
export async function beginBatch(session: Session): Promise<void> {
  await session.begin(BEGIN_BATCH)
}

/**
 * Runs the statements of a batch that has begun, and commits it.
 * @param limitMs how long each statement may take, however many there are; undefined if it may take any time
 */
export async function runBatch(
  session: Session,
  statements: Iterable<Statement>,
  limitMs: number | undefined,
): Promise<number> {
  const window = createWindow(session, limitMs)
  try {
    for (const statement of statements) {
      if ('onRows' in statement) {
        await window.finish()
        statement.onRows(await queryRows(session, statement))
      } else if (!('rows' in statement) || statement.rows.length > 0) {
        await window.send(toQuery(statement))
      }
    }
  } finally {
    // Also if the generator of statements throws: nothing may be in flight when the connection is released.
    await window.finish()
  }
  await change(session, { text: 'COMMIT' }, limitMs && COMMIT_TIMEOUT_MS)
  return window.changes()
}

/** Sends statements without waiting for the results of those just before, so that client and server work at the same time. */
function createWindow(session: Session, limitMs: number | undefined) {
  let changes = 0
  const inFlight: Promise<number>[] = []

  async function awaitOldest(): Promise<void> {
    changes += (await inFlight.shift()) ?? 0
  }

  return {
    async send(query: pg.QueryConfig): Promise<void> {
      // It waits for those before it.
      const result = change(session, query, limitMs && limitMs * (inFlight.length + 1))
      // Its error is thrown when it is the oldest.
      result.catch(() => {})
      inFlight.push(result)
      if (inFlight.length >= BATCH_WINDOW) await awaitOldest()
    },
    async finish(): Promise<void> {
      while (inFlight.length > 0) await awaitOldest()
    },
    changes: () => changes,
  }
}

function toQuery(statement: Exclude<Statement, Read>): pg.QueryConfig {
  if ('script' in statement)
    return { text: `SET LOCAL lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}; ${statement.script}` }
  return 'rows' in statement
    ? prepareRows(statement)
    : prepare(statement.sql, [...(statement.parameters ?? [])])
}

/** @returns how many rows the query changed */
async function change(session: Session, query: pg.QueryConfig, query_timeout: number | undefined) {
  const timed = { ...query, query_timeout }
  return (await session.query(timed)).rowCount ?? 0
}

export async function queryRows(session: Session, { sql, parameters = [] }: Query): Promise<StoredRow[]> {
  return (await session.query(prepareRead(sql, parameters))).rows
}
