import { readRows } from '../../storage/chunks.ts'
import { BOUND_LIST, boundList, type Database, type Query, type Statement } from '../../storage/database.ts'
import type { Receiver } from '../routes.ts'
import type { Outcome } from './attempt.ts'
import { isGivenUp, waitMs } from './retries.ts'
import { changeOf, type RouteChange, type RouteHealth, settleRoute } from './route-health.ts'

/** A message that is to be sent now, with its receiver. */
export interface DueMessage extends Receiver {
  readonly id: string
  readonly route_id: string
  readonly body: string
  /** How often it was tried, this time included. */
  readonly attempts: number
}

const IS_DUE = `
SELECT 1 AS found FROM alert_messages a JOIN alert_routes r ON r.id = a.route_id
WHERE a.next_attempt_at <= ? AND r.disabled_at IS NULL LIMIT 1`
// One for each route, the oldest: receivers get their messages one after another, and none keeps the others waiting.
const DUE = `
SELECT id, route_id, body, attempts, format, url, token FROM (
  SELECT a.id, a.route_id, a.body, a.attempts + 1 AS attempts, a.next_attempt_at, r.format, r.url, r.token,
    row_number() OVER (PARTITION BY a.route_id ORDER BY a.created_at, a.id) AS place
  FROM alert_messages a JOIN alert_routes r ON r.id = a.route_id
  WHERE a.next_attempt_at <= ? AND r.disabled_at IS NULL AND r.id NOT IN ${BOUND_LIST}
) AS due
WHERE place = 1 ORDER BY next_attempt_at, id LIMIT ?`
const TAKE = 'UPDATE alert_messages SET attempts = ?, next_attempt_at = ? WHERE id = ?'
const SENT = 'UPDATE alert_messages SET sent_at = ?, next_attempt_at = NULL, last_result = ? WHERE id = ?'
// A message that was cancelled meanwhile stays so.
const NOT_SENT = `
UPDATE alert_messages SET next_attempt_at = ?, last_result = ? WHERE id = ? AND next_attempt_at IS NOT NULL`
const ROUTE = 'SELECT id, url, failing_since, disabled_at FROM alert_routes WHERE id = ?'

/** Whether there is a message to be sent. It only reads. */
export async function isDeliveryDue(database: Database, nowMs: number): Promise<boolean> {
  return (await database.get(IS_DUE, nowMs)) !== undefined
}

const WAITING = `
SELECT count(*) AS messages, min(created_at) AS oldest_at FROM alert_messages WHERE next_attempt_at IS NOT NULL`

/** A query for how many messages were neither sent nor given up, and when the oldest was written. It has one row. */
export const countWaiting: Query = { sql: WAITING, parameters: [] }

/** The row of `countWaiting`. */
export interface Waiting {
  readonly messages: number
  readonly oldest_at: number | null
}

/**
 * Takes messages that are to be sent now. It also sets when each is sent again, so that none is lost if this process dies
 * before it records how that went.
 * @param busyRoutes ids of routes to which a message is on its way
 */
export function* takeDueMessages(
  nowMs: number,
  most: number,
  busyRoutes: Iterable<string> = [],
): Generator<Statement, DueMessage[]> {
  const messages = yield* readRows<DueMessage>({ sql: DUE, parameters: [nowMs, boundList(busyRoutes), most] })
  for (const { id, attempts } of messages)
    yield { sql: TAKE, parameters: [attempts, nowMs + waitMs(id, attempts), id] }
  return messages
}

/** A message that was tried, and how that went. */
export interface Tried {
  readonly message: DueMessage
  readonly outcome: Outcome
}

/** Records how an attempt went. @returns what changed for the route, for the log */
export function* recordOutcome(
  { message, outcome }: Tried,
  nowMs: number,
): Generator<Statement, RouteChange | undefined> {
  yield outcome.isSent ? sent(message, outcome, nowMs) : notSent(message, outcome, nowMs)
  const [route] = yield* readRows<RouteHealth>({ sql: ROUTE, parameters: [message.route_id] })
  const change = route && changeOf(route, outcome, nowMs)
  if (change) yield* settleRoute(change)
  return change
}

function sent({ id }: DueMessage, { result }: Outcome, nowMs: number): Query {
  return { sql: SENT, parameters: [nowMs, result, id] }
}

function notSent({ id, attempts }: DueMessage, { result, askedMs }: Outcome, nowMs: number): Query {
  if (isGivenUp(attempts)) return { sql: NOT_SENT, parameters: [null, `${result}; given up`, id] }
  return { sql: NOT_SENT, parameters: [nowMs + waitMs(id, attempts, askedMs), result, id] }
}
