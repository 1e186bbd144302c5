import { readRecentOutages } from '../../device/outages/recent-outages.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import { UNSTABLE } from './incident.ts'
import type { IncidentRow, NotReturnedRow } from './queries/situation.ts'

/** An incident of a device that has become unstable, and the beginning of the first of its outages. */
export interface UnstableIncident {
  readonly incidentId: string
  readonly startedAtMs: number
}

/** Finds the incidents of devices that have become unstable. */
export async function findUnstable(
  database: Database,
  incidents: readonly IncidentRow[],
  notReturned: readonly NotReturnedRow[],
  absences: readonly Interval[],
  nowMs: number,
): Promise<UnstableIncident[]> {
  const ids = incidents.filter((row) => row.kind === 'device' && row.is_unstable === 0).map(({ id }) => id)
  const candidates = new Set(ids)
  const devices = notReturned.filter(({ incident_id }) => candidates.has(incident_id))
  const period = { startMs: nowMs - UNSTABLE.withinMs, endMs: nowMs }
  const outages = await readRecentOutages(database, devices, absences, period)
  return devices.flatMap((device) => {
    const [first, ...others] = outages.get(device) ?? []
    if (first === undefined || others.length < UNSTABLE.outages - 1) return []
    return [{ incidentId: device.incident_id, startedAtMs: Math.min(first.startMs, device.started_at) }]
  })
}
