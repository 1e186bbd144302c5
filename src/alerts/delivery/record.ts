import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'
import type { Query, Statement } from '../../storage/database.ts'
import { read } from '../../storage/statements.ts'
import {
  type AlertRoute,
  type AlertRouteHealth,
  type AlertRouteState,
  alertRouteState,
  MAX_FAILING_MS,
} from '../alert-route.ts'
import type { DueMessage } from '../outbox/queries/messages.ts'
import type { Review } from '../outbox/review.ts'
import type { Attempt, Outcome } from './attempt.ts'
import {
  claimMessageStatement,
  findAlertRouteQuery,
  giveUpAllStatements,
  recordSentStatement,
  removeIncidentStatement,
  rescheduleStatement,
  setAlertRouteHealthStatement,
} from './queries.ts'

/** When a deferred message is reviewed again. */
const REVIEW_AGAIN_MS = 15 * SECOND_MS

/**
 * Stores what the review has decided, and claims the messages that are sent now. It also schedules the next attempt of each of
 * these, so that none is lost if this process dies before it records the outcome.
 */
export function* storeReview(
  { ready, deferred, obsolete, removedIncidents }: Review,
  nowMs: number,
): Generator<Statement> {
  for (const { id } of obsolete) yield rescheduleStatement(null, 'no longer true when it was to be sent', id)
  for (const { id } of deferred) yield rescheduleStatement(nowMs + REVIEW_AGAIN_MS, null, id)
  for (const { id, attempt, body } of ready)
    yield claimMessageStatement(attempt, nowMs + retryWaitMs(attempt), body, id)
  for (const { messageId, incidentId } of removedIncidents)
    yield removeIncidentStatement(messageId, incidentId)
}

/** A route that begins to fail, works again, or is turned off. */
export interface AlertRouteChange {
  readonly alertRoute: AlertRoute
  readonly state: AlertRouteState
  /** The result of the attempt that changed the state. */
  readonly result: string
}

/** What becomes of a message by an attempt: a failed one is sent again, unless it is given up. */
export type MessageFate = 'sent' | 'failed' | 'given_up'

/**
 * Records the outcome of an attempt. If its route is turned off, all messages to the route are given up.
 * @returns what becomes of the message, and the new state of the route if that changes
 */
export function* recordOutcome(
  { message, outcome }: Attempt,
  nowMs: number,
): Generator<Statement, { readonly fate: MessageFate; readonly change?: AlertRouteChange }> {
  const fate = outcome.isSent ? 'sent' : isLastAttempt(message) ? 'given_up' : 'failed'
  yield outcomeStatement(message, outcome, fate, nowMs)
  const [alertRoute] = yield* read<AlertRoute>(findAlertRouteQuery(message.route_id))
  if (alertRoute === undefined) return { fate }
  const health = healthAfter(alertRoute, outcome, nowMs)
  const state = alertRouteState(health)
  if (state === alertRouteState(alertRoute)) return { fate }
  yield setAlertRouteHealthStatement(health.failing_since, health.off_since, alertRoute.id)
  const change = { alertRoute, state, result: outcome.result }
  if (state !== 'off') return { fate, change }
  yield* giveUpAllStatements(alertRoute.id)
  return { fate: 'given_up', change }
}

function outcomeStatement(
  { id, attempt }: DueMessage,
  outcome: Outcome,
  fate: MessageFate,
  nowMs: number,
): Query {
  const { result, retryAfterMs } = outcome
  if (fate === 'sent') return recordSentStatement(nowMs, result, id)
  if (fate === 'given_up') return rescheduleStatement(null, `${result}; given up`, id)
  return rescheduleStatement(nowMs + retryWaitMs(attempt, retryAfterMs), result, id)
}

/** The health of a route after an attempt. A route that is off stays off: only `signage alerts test` turns it on again. */
function healthAfter(
  { failing_since, off_since }: AlertRouteHealth,
  { isSent, isGone }: Outcome,
  nowMs: number,
): AlertRouteHealth {
  if (isSent) return { failing_since: null, off_since }
  const failingSinceMs = failing_since ?? nowMs
  const isTurnedOff = isGone || nowMs - failingSinceMs >= MAX_FAILING_MS
  return { failing_since: failingSinceMs, off_since: off_since ?? (isTurnedOff ? nowMs : null) }
}

/** The waits after the first failed attempts. Every later wait is as long as the last of these. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
/** Each wait changes at random, at most by this share, so that messages that failed together are not retried together. */
const JITTER = 0.2
const MAX_RETRY_AFTER_MS = DAY_MS

/** Whether a message is given up if this attempt fails. Messages to a failing route are not: the route is turned off first. */
function isLastAttempt({ attempt, failing_since }: DueMessage): boolean {
  return attempt > WAITS_MS.length && failing_since === null
}

/**
 * How long to wait before a message is sent again, in milliseconds.
 * @param attempt the number of the attempt that failed, from 1
 * @param retryAfterMs how long the receiver asks to wait
 */
function retryWaitMs(attempt: number, retryAfterMs = 0): number {
  const usualMs = WAITS_MS[Math.min(attempt, WAITS_MS.length) - 1] ?? 0
  const ownMs = usualMs * (1 + JITTER * (2 * Math.random() - 1))
  return Math.round(Math.max(ownMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}
