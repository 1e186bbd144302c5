import { readRows } from '../../../storage/chunks.ts'
import type { Query, Statement } from '../../../storage/database.ts'
import { cancelMessageQuery } from '../outbox/queries/messages.ts'
import type { Outcome } from './attempt.ts'
import {
  type DueMessage,
  findStillDueQuery,
  leaveOutQuery,
  notSentQuery,
  type RouteHealth,
  routeHealthQuery,
  sentQuery,
  takeMessageQuery,
  waitQuery,
} from './queries.ts'
import { isGivenUp, retryWaitMs } from './retries.ts'
import type { Reviewed } from './review.ts'
import { changeOf, changeRoute, type RouteChange } from './route-health.ts'

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
  for (const { id, attempts } of over) yield cancelMessageQuery(id, attempts - 1)
  for (const { id } of waiting) yield waitQuery(nowMs + LOOK_AGAIN_MS, id)
  const ids = ready.map(({ id }) => id)
  const rows = yield* readRows<{ id: string; attempts: number }>(findStillDueQuery(nowMs, ids))
  const attemptsOf = new Map(rows.map(({ id, attempts }) => [id, attempts]))
  const taken = ready.filter(({ id, attempts }) => attemptsOf.get(id) === attempts - 1)
  for (const { id, attempts, body } of taken)
    yield takeMessageQuery(attempts, nowMs + retryWaitMs(id, attempts), body, id)
  const takenIds = new Set(taken.map(({ id }) => id))
  for (const { messageId, incidentId } of leftOut)
    if (takenIds.has(messageId)) yield leaveOutQuery(messageId, incidentId)
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
  yield outcomeQuery(message, outcome, nowMs)
  const [route] = yield* readRows<RouteHealth>(routeHealthQuery(message.route_id))
  const change = route && changeOf(route, outcome, nowMs)
  if (change) yield* changeRoute(change)
  return change
}

function outcomeQuery({ id, attempts }: DueMessage, outcome: Outcome, nowMs: number): Query {
  const { isSent, result, askedMs } = outcome
  if (isSent) return sentQuery(nowMs, result, id)
  if (isGivenUp(attempts)) return notSentQuery(null, `${result}; given up`, id)
  return notSentQuery(nowMs + retryWaitMs(id, attempts, askedMs), result, id)
}
