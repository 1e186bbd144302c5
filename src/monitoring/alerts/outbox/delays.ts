import { HEARTBEAT_TIMEOUT_MS } from '../../../device/presence.ts'
import { MINUTE_MS } from '../../../lib/time/durations.ts'
import type { IncidentKind } from '../../incidents/incident.ts'
import type { Route } from '../route.ts'

/** How long an incident lasts before a route without a delay of its own is told. */
const DEFAULT_DELAYS_MS: Readonly<Record<IncidentKind, number>> = {
  device: 15 * MINUTE_MS,
  site: 10 * MINUTE_MS,
  feed: 5 * MINUTE_MS,
}

/** What delays the alert of an incident. Times are in milliseconds. */
export interface Delayed {
  readonly kind: IncidentKind
  readonly started_at: number
  readonly opened_at: number
  readonly is_unstable: 0 | 1
  /** Until when its device or its site is, or was, muted; null if it was not. */
  readonly muted_until: number | null
}

/** How long an incident lasts before a route is told of it. */
export function delayMsOf({ kind }: Delayed, { after_seconds: after }: Pick<Route, 'after_seconds'>): number {
  return after === null ? DEFAULT_DELAYS_MS[kind] : after * 1000
}

/**
 * When a route is told of an incident, in milliseconds. An incident is opened when its devices are offline, and no delay is
 * shorter than that takes. The delay counts from the first silence, but neither from a time in
 * which it did not count, such as closed hours (the incident was opened later then), nor from one in which it was muted. Of an
 * unstable device it is told at once.
 * @param silentSinceMs since when it is silent without a break, if that is later
 */
export function dueAtMs(
  incident: Delayed,
  route: Pick<Route, 'after_seconds'>,
  silentSinceMs = incident.started_at,
): number {
  const { started_at: startedAtMs, opened_at: openedAtMs, muted_until: mutedUntilMs } = incident
  if (incident.is_unstable === 1) return Math.max(openedAtMs, mutedUntilMs ?? 0)
  const countedFromMs = Math.max(
    openedAtMs - HEARTBEAT_TIMEOUT_MS,
    startedAtMs,
    mutedUntilMs ?? 0,
    silentSinceMs,
  )
  return countedFromMs + delayMsOf(incident, route)
}
