import type { Statement } from '../../../storage/database.ts'
import type { Route } from '../routes.ts'
import type { Outcome } from './attempt.ts'

const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1000

export type RouteHealth = Pick<Route, 'id' | 'url' | 'failing_since' | 'disabled_at'>

/** A route that begins to fail, works again, or is turned off. */
export interface RouteChange {
  readonly route: RouteHealth
  readonly becomes: 'failing' | 'working' | 'off'
  readonly failingSinceMs: number | null
  readonly disabledAtMs: number | null
  /** How the attempt went that changed it. */
  readonly result: string
}

const UPDATE = 'UPDATE alert_routes SET failing_since = ?, disabled_at = ? WHERE id = ?'
// Once it is on again, it is told of what is open then.
const FORGET = `
DELETE FROM alert_message_incidents WHERE kind = 'opened' AND message_id IN (
  SELECT id FROM alert_messages WHERE route_id = ? AND sent_at IS NULL
)`
const GIVE_UP_ALL = `
UPDATE alert_messages SET next_attempt_at = NULL, last_result = 'the route was turned off'
WHERE route_id = ? AND next_attempt_at IS NOT NULL`

/** What an attempt changes for its route; undefined if nothing. */
export function changeOf(route: RouteHealth, outcome: Outcome, nowMs: number): RouteChange | undefined {
  const { failing_since, disabled_at } = route
  const { isSent, isGone, result } = outcome
  const same = { route, result, disabledAtMs: disabled_at }
  if (isSent)
    return failing_since === null ? undefined : { ...same, becomes: 'working', failingSinceMs: null }
  const failingSinceMs = failing_since ?? nowMs
  if (disabled_at === null && (isGone || nowMs - failingSinceMs >= THREE_DAYS_MS))
    return { ...same, becomes: 'off', failingSinceMs, disabledAtMs: nowMs }
  return failing_since === null ? { ...same, becomes: 'failing', failingSinceMs } : undefined
}

/** SQL that makes a change. Nothing more is sent to a route that is off. */
export function* settleRoute({
  route,
  becomes,
  failingSinceMs,
  disabledAtMs,
}: RouteChange): Generator<Statement> {
  yield { sql: UPDATE, parameters: [failingSinceMs, disabledAtMs, route.id] }
  if (becomes !== 'off') return
  yield { sql: FORGET, parameters: [route.id] }
  yield { sql: GIVE_UP_ALL, parameters: [route.id] }
}
