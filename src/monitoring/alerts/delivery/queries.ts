import { readRows } from '../../../storage/chunks.ts'
import { BOUND_LIST, boundList, type Query, type Statement } from '../../../storage/database.ts'
import { cancelMessage } from '../outbox/queries.ts'
import type { Outcome } from './attempt.ts'
import type { DueMessage } from './due.ts'
import type { Reviewed } from './look-again.ts'
import { isGivenUp, waitMs } from './retries.ts'
import { changeOf, type RouteChange, type RouteHealth, settleRoute } from './route-health.ts'

const STILL_DUE = `
SELECT id, attempts FROM alert_messages WHERE next_attempt_at <= ? AND id IN ${BOUND_LIST}`
const TAKE = 'UPDATE alert_messages SET attempts = ?, next_attempt_at = ?, body = ? WHERE id = ?'
const WAIT = 'UPDATE alert_messages SET next_attempt_at = ? WHERE id = ? AND next_attempt_at IS NOT NULL'
const LEAVE_OUT = 'DELETE FROM alert_message_incidents WHERE message_id = ? AND incident_id = ?'
const SENT = 'UPDATE alert_messages SET sent_at = ?, next_attempt_at = NULL, last_result = ? WHERE id = ?'
// A message that was cancelled meanwhile stays so.
const NOT_SENT = `
UPDATE alert_messages SET next_attempt_at = ?, last_result = ? WHERE id = ? AND next_attempt_at IS NOT NULL`
const ROUTE = 'SELECT id, url, failing_since, disabled_at FROM alert_routes WHERE id = ?'

const WAITING = `
SELECT count(*) AS messages, min(created_at) AS oldest_at FROM alert_messages WHERE next_attempt_at IS NOT NULL`

/** A query for how many messages were neither sent nor given up, and when the oldest was written. It has one row. */
export const countWaiting: Query = { sql: WAITING, parameters: [] }

/** The row of `countWaiting`. */
export interface Waiting {
  readonly messages: number
  readonly oldest_at: number | null
}

/** How soon a message of which nothing is true is looked at again. If all of it is over, it will have been cancelled by then. */
const LOOK_AGAIN_MS = 15_000

/**
 * Takes messages that are to be sent now. It also sets when each is sent again, so that none is lost if this process dies
 * before it records how that went.
 * @returns those that were not cancelled or taken meanwhile
 */
export function* takeMessages(
  { ready, waiting, over, leftOut }: Reviewed,
  nowMs: number,
): Generator<Statement, DueMessage[]> {
  for (const { id, attempts } of over) yield cancelMessage({ id, attempts: attempts - 1 })
  for (const { id } of waiting) yield { sql: WAIT, parameters: [nowMs + LOOK_AGAIN_MS, id] }
  const ids = boundList(ready.map(({ id }) => id))
  const rows = yield* readRows<{ id: string; attempts: number }>({
    sql: STILL_DUE,
    parameters: [nowMs, ids],
  })
  const attemptsOf = new Map(rows.map(({ id, attempts }) => [id, attempts]))
  const taken = ready.filter(({ id, attempts }) => attemptsOf.get(id) === attempts - 1)
  for (const { id, attempts, body } of taken)
    yield { sql: TAKE, parameters: [attempts, nowMs + waitMs(id, attempts), body, id] }
  const takenIds = new Set(taken.map(({ id }) => id))
  for (const { messageId, incidentId } of leftOut)
    if (takenIds.has(messageId)) yield { sql: LEAVE_OUT, parameters: [messageId, incidentId] }
  return taken
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
