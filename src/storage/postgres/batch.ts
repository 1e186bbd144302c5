import type pg from 'pg'
import { type Query, type Read, type Statement, type StoredRow, WRITER_WAIT_MS } from '../database.ts'
import { prepare, prepareRead, prepareRows } from './dialect.ts'

/**
 * How long a script waits for tables that others read. Meanwhile, all further readers wait behind the script. PostgreSQL looks for
 * deadlocks only after a second.
 */
const TABLE_LOCK_TIMEOUT_MS = 500
/** The key of an advisory lock: any number that no other program in the database uses. */
const WRITER_LOCK = 7_446_244_703
/** No setting of the server limits a commit, which may take long on a slow disk. The client waits this long for its result. */
const COMMIT_TIMEOUT_MS = 30_000

/**
 * Begins the transaction of a batch, once no other one writes. Sequential scans are off, because a plan that is made while a
 * table is empty would scan it even when it has grown. JIT is off, because it takes longer than many short statements.
 */
export const BEGIN_BATCH = `
BEGIN;
SET LOCAL enable_seqscan = off;
SET LOCAL jit = off;
SET LOCAL lock_timeout = ${WRITER_WAIT_MS};
SELECT pg_advisory_xact_lock(${WRITER_LOCK});
SET LOCAL lock_timeout = 0`

/**
 * Runs the statements of a batch that has begun, and commits it.
 * @param limitMs how long each statement may take, however many there are; undefined if it may take any time
 */
export async function runBatch(
  client: pg.ClientBase,
  statements: Iterable<Statement>,
  limitMs: number | undefined,
): Promise<number> {
  let changes = 0
  for (const statement of statements) {
    if ('onRows' in statement) statement.onRows(await queryRows(client, statement))
    else if (!('rows' in statement) || statement.rows.length > 0)
      changes += await change(client, toQuery(statement), limitMs)
  }
  await change(client, { text: 'COMMIT' }, limitMs && COMMIT_TIMEOUT_MS)
  return changes
}

function toQuery(statement: Exclude<Statement, Read>): pg.QueryConfig {
  if ('script' in statement)
    return { text: `SET LOCAL lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}; ${statement.script}` }
  return 'rows' in statement
    ? prepareRows(statement)
    : prepare(statement.sql, [...(statement.parameters ?? [])])
}

async function change(client: pg.ClientBase, query: pg.QueryConfig, query_timeout: number | undefined) {
  const timed = { ...query, query_timeout }
  return (await client.query(timed)).rowCount ?? 0
}

export async function queryRows(client: pg.ClientBase, query: Query): Promise<StoredRow[]> {
  return (await client.query<StoredRow>(prepareRead(query))).rows
}
