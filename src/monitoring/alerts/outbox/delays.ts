import { HEARTBEAT_TIMEOUT_MS } from '../../../device/presence.ts'
import type { Calendar } from '../../../device/sites/calendar.ts'
import { MINUTE_MS } from '../../../lib/time/durations.ts'
import { durationOf, type Interval } from '../../../lib/time/intervals.ts'
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

/** When time does not count for incidents at a site. */
export interface Uncounted {
  /** When the site is open; undefined if it always is. */
  readonly calendar: Calendar | undefined
  /** When no service was there; sorted. */
  readonly absences: readonly Interval[]
}

/** How long screens have after an opening, when those that were switched off before are switched on. */
export function returnMsOf({ kind }: Delayed, delayMs: number): number {
  return Math.min(DEFAULT_DELAYS_MS[kind], delayMs)
}

/** How long an incident lasts before a route is told of it. */
export function delayMsOf({ kind }: Delayed, { after_seconds: after }: Pick<Route, 'after_seconds'>): number {
  return after === null ? DEFAULT_DELAYS_MS[kind] : after * 1000
}

/** Whether an incident is so old that a route may have to be told of it. Those that are not need no further look. */
export function mayBeDue(incident: Delayed, route: Pick<Route, 'after_seconds'>, nowMs: number): boolean {
  const { started_at: startedAtMs, muted_until: mutedUntilMs } = incident
  if (incident.is_unstable === 1) return isUnmuted(incident, nowMs)
  return Math.max(startedAtMs, mutedUntilMs ?? 0) + delayMsOf(incident, route) <= nowMs
}

/** Whether nothing keeps a route from being told of an incident. Of an unstable device it is told at once. */
export function isUnmuted({ muted_until: mutedUntilMs }: Delayed, nowMs: number): boolean {
  return (mutedUntilMs ?? 0) <= nowMs
}

/**
 * How long an incident has lasted, in milliseconds that count for its delay: since the first silence, but neither in a time in which its
 * site is closed, nor in one in which it was muted.
 * @param returnMs how long after an opening nothing has lasted at all: see `returnMsOf`
 * @param silentSinceMs since when it is silent without a break, if that is later
 */
export function lastedMs(
  incident: Delayed,
  { calendar, absences }: Uncounted,
  returnMs: number,
  nowMs: number,
  silentSinceMs = incident.started_at,
): number {
  const openMsSince = (startMs: number) =>
    calendar ? durationOf([...calendar.openWithin({ startMs, endMs: nowMs })]) : Math.max(nowMs - startMs, 0)
  const openedBySiteMs = calendar && siteOpeningOf(incident, calendar)
  if (openedBySiteMs !== undefined && openMsSince(openedBySiteMs) < returnMs) return 0
  const knownSinceMs =
    openedBySiteMs === undefined
      ? incident.opened_at - HEARTBEAT_TIMEOUT_MS
      : lastEndBefore(absences, openedBySiteMs)
  return openMsSince(Math.max(knownSinceMs, incident.started_at, incident.muted_until ?? 0, silentSinceMs))
}

/** Silence is noticed after five minutes, and incidents a little later. */
const OPENED_WITHIN_MS = 2 * HEARTBEAT_TIMEOUT_MS

/**
 * When the site opened, if an incident was opened because of that: the silence is older. All other incidents are noticed when five
 * minutes of their silence are known, whatever was before.
 */
function siteOpeningOf({ opened_at: openedAtMs }: Delayed, calendar: Calendar): number | undefined {
  const period = { startMs: openedAtMs - OPENED_WITHIN_MS, endMs: openedAtMs }
  return calendar.closedWithin(period).at(-1)?.endMs
}

function lastEndBefore(absences: readonly Interval[], beforeMs: number): number {
  return absences.findLast(({ endMs }) => endMs <= beforeMs)?.endMs ?? 0
}
