import { DAY_MS } from '../../../lib/time/durations.ts'
import type { Statement } from '../../../storage/database.ts'
import type { Outcome } from './attempt.ts'
import { giveUpAllQueries, type RouteHealth, setRouteHealthQuery } from './queries.ts'

const THREE_DAYS_MS = 3 * DAY_MS

/** A route that begins to fail, works again, or is turned off. */
export interface RouteChange {
  readonly route: RouteHealth
  readonly becomes: 'failing' | 'working' | 'off'
  readonly failingSinceMs: number | null
  readonly disabledAtMs: number | null
  /** How the attempt went that changed it. */
  readonly result: string
}

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
export function* changeRoute({
  route,
  becomes,
  failingSinceMs,
  disabledAtMs,
}: RouteChange): Generator<Statement> {
  yield setRouteHealthQuery(failingSinceMs, disabledAtMs, route.id)
  if (becomes === 'off') yield* giveUpAllQueries(route.id)
}
