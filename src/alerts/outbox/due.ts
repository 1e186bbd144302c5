import { HEARTBEAT_TIMEOUT_MS } from '../../device/online.ts'
import { isCatchingUp } from '../../device/outages/repository.ts'
import type { Calendar } from '../../device/sites/calendar.ts'
import { durationOf } from '../../lib/time/intervals.ts'
import { type AlertRoute, DEFAULT_DELAYS_MS } from '../alert-route.ts'
import { areBack } from '../incidents/incident.ts'
import type { IncidentFacts } from './facts.ts'
import type { StoredIncident } from './queries.ts'

/** If an incident is noticed this soon after its site opened, its devices were silent before: noticing takes five minutes. */
const OPENED_WITHIN_MS = 2 * HEARTBEAT_TIMEOUT_MS

type RouteDelay = Pick<AlertRoute, 'after_seconds'>

function delayMsOf({ kind }: StoredIncident, { after_seconds: after }: RouteDelay): number {
  return after === null ? DEFAULT_DELAYS_MS[kind] : after * 1000
}

/** A quick check whether an incident may be due for a route. If not, its facts are not read. */
export function mayBeDue(incident: StoredIncident, delay: RouteDelay, nowMs: number): boolean {
  const mutedUntilMs = incident.muted_until ?? 0
  if (incident.is_unstable === 1) return mutedUntilMs <= nowMs
  return Math.max(incident.started_at, mutedUntilMs) + delayMsOf(incident, delay) <= nowMs
}

/** Whether an alert route is to be notified of an incident: it has lasted long enough, and its devices are not back. */
export function isDue(facts: IncidentFacts, delay: RouteDelay, nowMs: number): boolean {
  const { incident, devicesTotal, silent, latestHeartbeatMs, absences } = facts
  if (incident.ended_at !== null || devicesTotal === 0 || isCatchingUp(absences, nowMs)) return false
  if (!mayBeDue(incident, delay, nowMs)) return false
  if (incident.is_unstable === 1) return true
  if (areBack(incident.kind, devicesTotal - silent, devicesTotal)) return false
  const delayMs = delayMsOf(incident, delay)
  // The delay of a device counts from its latest heartbeat. If it is online for a moment too often, it is unstable.
  const sinceMs = incident.kind === 'device' ? latestHeartbeatMs : incident.started_at
  return lastedMs(facts, sinceMs, Math.min(DEFAULT_DELAYS_MS[incident.kind], delayMs), nowMs) >= delayMs
}

/**
 * How long an incident has lasted since a time, in milliseconds, without the times in which its site was closed or it was muted.
 * @param startupMs the time after an opening in which screens may start: silence in it does not count
 */
function lastedMs(
  { incident, calendar, absences }: IncidentFacts,
  sinceMs: number,
  startupMs: number,
  nowMs: number,
): number {
  const openMsSince = (startMs: number) =>
    calendar ? durationOf([...calendar.openWithin({ startMs, endMs: nowMs })]) : Math.max(nowMs - startMs, 0)
  const siteOpenedMs = calendar && siteOpeningOf(incident, calendar)
  if (siteOpenedMs !== undefined && openMsSince(siteOpenedMs) < startupMs) return 0
  // If devices were silent before the site opened, their silence counts from the end of the last absence before that opening.
  // Otherwise it counts from five minutes before the incident was noticed.
  const knownSinceMs =
    siteOpenedMs === undefined
      ? incident.opened_at - HEARTBEAT_TIMEOUT_MS
      : (absences.findLast(({ endMs }) => endMs <= siteOpenedMs)?.endMs ?? 0)
  return openMsSince(Math.max(knownSinceMs, incident.started_at, incident.muted_until ?? 0, sinceMs))
}

/** When the site opened, if the incident was noticed because of that; otherwise undefined. */
function siteOpeningOf({ opened_at: noticedMs }: StoredIncident, calendar: Calendar): number | undefined {
  const period = { startMs: noticedMs - OPENED_WITHIN_MS, endMs: noticedMs }
  return calendar.closedWithin(period).at(-1)?.endMs
}
