import { DAY_MS, SECOND_MS } from '../../lib/time/durations.ts'
import type { Query, Statement } from '../../storage/database.ts'
import { read } from '../../storage/statements.ts'
import type { AlertRouteState } from '../alert-route.ts'
import {
  type AlertRouteHealth,
  alertRouteHealthQuery,
  claimMessageQuery,
  type DueMessage,
  giveUpAllQueries,
  leaveOutQuery,
  notSentQuery,
  sentQuery,
  setAlertRouteHealthQuery,
} from './queries.ts'
import { isGivenUp, retryWaitMs } from './retries.ts'
import type { Reviewed } from './review.ts'

/** How long to wait before a message that is out of date at the moment is checked again. */
const LOOK_AGAIN_MS = 15 * SECOND_MS
const MAX_FAILING_MS = 3 * DAY_MS

/**
 * Stores what the review has decided, and claims the messages that are sent now. It also schedules the next attempt of each of
 * these, so that none is lost if this process dies before it records the outcome.
 */
export function* claimMessages(
  { ready, deferred, obsolete, removedIncidents }: Reviewed,
  nowMs: number,
): Generator<Statement, void> {
  for (const { id } of obsolete) yield notSentQuery(null, 'no longer true when it was to be sent', id)
  for (const { id } of deferred) yield notSentQuery(nowMs + LOOK_AGAIN_MS, null, id)
  for (const { id, attempts, body } of ready)
    yield claimMessageQuery(attempts, nowMs + retryWaitMs(attempts), body, id)
  for (const { messageId, incidentId } of removedIncidents) yield leaveOutQuery(messageId, incidentId)
}

/** The outcome of an attempt to send a message. */
export interface Outcome {
  readonly isSent: boolean
  /** The result in words, without any secret. */
  readonly result: string
  /** Whether the receiver answered 410 Gone. */
  readonly isGone: boolean
  /** How long the receiver asks to wait in `Retry-After`; 0 if it does not. */
  readonly retryAfterMs: number
}

/** A message that was attempted, and the outcome. */
export interface Attempt {
  readonly message: DueMessage
  readonly outcome: Outcome
}

/** Records the outcome of an attempt. @returns the new state of the route, for the log; undefined if it is unchanged */
export function* recordOutcome(
  { message, outcome }: Attempt,
  nowMs: number,
): Generator<Statement, StateChange | undefined> {
  yield outcomeQuery(message, outcome, nowMs)
  const [alertRoute] = yield* read<AlertRouteHealth>(alertRouteHealthQuery(message.route_id))
  const state = alertRoute && nextState(alertRoute, outcome, nowMs)
  if (!alertRoute || !state) return undefined
  yield* setState(alertRoute, state, nowMs)
  return { alertRoute, state, result: outcome.result }
}

function outcomeQuery({ id, attempts }: DueMessage, outcome: Outcome, nowMs: number): Query {
  const { isSent, result, retryAfterMs } = outcome
  if (isSent) return sentQuery(nowMs, result, id)
  if (isGivenUp(attempts)) return notSentQuery(null, `${result}; given up`, id)
  return notSentQuery(nowMs + retryWaitMs(attempts, retryAfterMs), result, id)
}

/** A route that begins to fail, works again, or is turned off. */
export interface StateChange {
  readonly alertRoute: AlertRouteHealth
  readonly state: AlertRouteState
  /** The result of the attempt that changed the state. */
  readonly result: string
}

/** The new state of a route after an attempt; undefined if it is unchanged. */
function nextState(
  alertRoute: AlertRouteHealth,
  outcome: Outcome,
  nowMs: number,
): AlertRouteState | undefined {
  const { failing_since: failingSinceMs, disabled_at: disabledAtMs } = alertRoute
  if (outcome.isSent) return failingSinceMs === null ? undefined : 'working'
  const isLost = outcome.isGone || nowMs - (failingSinceMs ?? nowMs) >= MAX_FAILING_MS
  if (isLost && disabledAtMs === null) return 'off'
  return failingSinceMs === null ? 'failing' : undefined
}

/** SQL that stores the state of a route. If it is off, its messages are given up. */
function* setState(
  alertRoute: AlertRouteHealth,
  state: AlertRouteState,
  nowMs: number,
): Generator<Statement> {
  const failingSinceMs = state === 'working' ? null : (alertRoute.failing_since ?? nowMs)
  yield setAlertRouteHealthQuery(
    failingSinceMs,
    state === 'off' ? nowMs : alertRoute.disabled_at,
    alertRoute.id,
  )
  if (state === 'off') yield* giveUpAllQueries(alertRoute.id)
}
