import { HEARTBEAT_TIMEOUT_MS } from '../../device/online.ts'
import { isCatchingUp } from '../../device/outages/repository.ts'
import type { Calendar } from '../../device/sites/calendar.ts'
import { durationOf } from '../../lib/time/intervals.ts'
import { DEFAULT_DELAYS_MS } from '../alert-route.ts'
import { enoughHaveReturned } from '../incidents/incident.ts'
import type { IncidentFacts } from './facts.ts'
import type { IncidentForRoute } from './queries/incidents.ts'

/**
 * Whether the route of an incident should be notified of it now: it has lasted for the delay of the route, and too few of its
 * devices are online. This is asked before a message is written, and again before each attempt to send it.
 */
export function shouldNotify(facts: IncidentFacts, nowMs: number): boolean {
  const { incident, devicesTotal, silentCount, absences } = facts
  if (incident.ended_at !== null || devicesTotal === 0 || isCatchingUp(absences, nowMs)) return false
  if (nowMs < earliestNotificationMs(incident)) return false
  if (incident.is_unstable === 1) return true
  if (enoughHaveReturned(incident.kind, devicesTotal - silentCount, devicesTotal)) return false
  return lastedMs(facts, nowMs) >= delayMsOf(incident)
}

/** The earliest time at which the route can be notified. It is known without the facts, which take longer to read. */
export function earliestNotificationMs(incident: IncidentForRoute): number {
  const mutedUntilMs = incident.muted_until ?? 0
  if (incident.is_unstable === 1) return mutedUntilMs
  return Math.max(incident.started_at, mutedUntilMs) + delayMsOf(incident)
}

function delayMsOf({ kind, delay_seconds }: IncidentForRoute): number {
  return delay_seconds === null ? DEFAULT_DELAYS_MS[kind] : delay_seconds * 1000
}

/** How long an incident has lasted, without the times in which its site was closed or the incident was muted. */
function lastedMs(facts: IncidentFacts, nowMs: number): number {
  const { incident, calendar, latestHeartbeatAtMs } = facts
  const openMsSince = (startMs: number) =>
    calendar ? durationOf([...calendar.openWithin({ startMs, endMs: nowMs })]) : Math.max(nowMs - startMs, 0)
  const siteOpenedAtMs = calendar && siteOpeningBeforeMs(incident, calendar)
  // Screens may need some time to start when their site opens.
  const startupMs = Math.min(DEFAULT_DELAYS_MS[incident.kind], delayMsOf(incident))
  if (siteOpenedAtMs !== undefined && openMsSince(siteOpenedAtMs) < startupMs) return 0
  // A heartbeat restarts the delay of a device. A device that keeps returning for a moment becomes `unstable`. Its incident has no delay.
  const silentSinceMs = incident.kind === 'device' ? latestHeartbeatAtMs : incident.started_at
  const startMs = silenceCountsFromMs(facts, siteOpenedAtMs)
  return openMsSince(Math.max(startMs, incident.started_at, silentSinceMs, incident.muted_until ?? 0))
}

/**
 * If an incident is opened within this time after its site opened, its devices may have been silent since before the opening:
 * noticing a silence takes five minutes, and the other five are a margin.
 */
const NOTICED_AFTER_OPENING_MS = 2 * HEARTBEAT_TIMEOUT_MS

/** When the site opened, if that is at most `NOTICED_AFTER_OPENING_MS` before the incident was opened; otherwise undefined. */
function siteOpeningBeforeMs({ opened_at: endMs }: IncidentForRoute, calendar: Calendar) {
  return calendar.closedWithin({ startMs: endMs - NOTICED_AFTER_OPENING_MS, endMs }).at(-1)?.endMs
}

/**
 * The time from which a silence counts: five minutes before the incident was opened, or, if its site had just opened, the end of the
 * last absence before the opening.
 */
function silenceCountsFromMs({ incident, absences }: IncidentFacts, siteOpenedAtMs?: number): number {
  if (siteOpenedAtMs === undefined) return incident.opened_at - HEARTBEAT_TIMEOUT_MS
  return absences.findLast(({ endMs }) => endMs <= siteOpenedAtMs)?.endMs ?? 0
}
