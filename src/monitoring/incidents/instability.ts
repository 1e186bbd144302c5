import { HOUR_MS } from '../../lib/time/durations.ts'
import type { OpenIncident } from './incident.ts'

/** A device that has so many outages within an hour is unstable. */
export const LEAST_OUTAGES = 4
export const UNSTABLE_WITHIN_MS = HOUR_MS

/** The outages of a device within the last hour. Times are in milliseconds. */
export interface RecentOutages {
  readonly device_id: string
  readonly outages: number
  readonly first_started_at: number
}

/** An incident of a device that turns out to be unstable, and the beginning of the first of its outages. */
export interface Unstable {
  readonly incidentId: string
  readonly startedMs: number
}

/** The incidents of devices that are unstable. The outage that lasts counts as well. */
export function findUnstable(
  incidents: readonly OpenIncident[],
  recent: readonly RecentOutages[],
): Unstable[] {
  const recentOf = new Map(recent.map((row) => [row.device_id, row]))
  return incidents.flatMap(({ id, kind, startedMs, silent: [member] }) => {
    const past = recentOf.get(member?.deviceId ?? '')
    if (kind !== 'device' || member === undefined || past === undefined) return []
    const outages = past.outages + (member.heardAgainMs === undefined ? 1 : 0)
    if (outages < LEAST_OUTAGES) return []
    return [{ incidentId: id, startedMs: Math.min(startedMs, past.first_started_at) }]
  })
}
