import { enoughHaveReturned, type IncidentKind } from '../../alerts/incidents/incident.ts'
import { STILL_SILENT_0_OR_1 } from '../../alerts/incidents/queries/situation.ts'
import { onlineParameters } from '../../device/online.ts'
import { type DeviceCondition, joinConditions } from '../../device/queries/readable.ts'
import { BOUND_LIST, boundList, defineQuery } from '../../storage/define-query.ts'
import { accessCondition, type FleetAccess } from './fleet-access.ts'

/** A device that is silent, and its incident. */
export interface SilenceRow {
  readonly device_id: string
  readonly incident_id: string
  readonly kind: IncidentKind
  readonly started_at: number
}

/** A query for the incidents of devices that are silent. */
export const silencesQuery = defineQuery<[deviceIds: Iterable<string>]>(`
SELECT x.device_id, x.incident_id, i.kind, i.started_at
FROM incident_devices x JOIN incidents i ON i.id = x.incident_id
WHERE x.returned_at IS NULL AND x.silent_at_end = 0 AND x.device_id IN ${BOUND_LIST}`)

/** How many devices of an incident the user may read, and how many of them are silent at the moment. */
export interface IncidentCounts {
  readonly id: string
  readonly started_at: number
  readonly device_count: number
  readonly silent_count: number
}

/**
 * Counts the devices of incidents. A device that is online again is not silent, even if it has not been online for long
 * enough to count as returned.
 */
function countDevices(
  access: FleetAccess,
  incidents: DeviceCondition,
  nowMs: number,
): Promise<IncidentCounts[]> {
  const { sql, parameters } = joinConditions([incidents, accessCondition(access, 'many')])
  return access.snapshot.all({
    sql: `
SELECT i.id, i.started_at, count(*) AS device_count,
  sum(${STILL_SILENT_0_OR_1}) AS silent_count
FROM incidents i JOIN incident_devices x ON x.incident_id = i.id JOIN devices d ON d.id = x.device_id
WHERE ${sql} GROUP BY i.id, i.started_at ORDER BY i.started_at, i.id`,
    parameters: [...onlineParameters(nowMs), ...parameters],
  })
}

export function countDevicesOfIncidents(
  access: FleetAccess,
  ids: Iterable<string>,
  nowMs: number,
): Promise<IncidentCounts[]> {
  return countDevices(access, { sql: `i.id IN ${BOUND_LIST}`, parameters: [boundList(ids)] }, nowMs)
}

/** Finds the open incidents of the feed, except for those of which enough devices are online again. */
export async function findFeedIncidents(access: FleetAccess, nowMs: number): Promise<IncidentCounts[]> {
  const ofFeed = { sql: "i.kind = 'feed' AND i.ended_at IS NULL", parameters: [] }
  const open = await countDevices(access, ofFeed, nowMs)
  return open.filter(
    ({ device_count: all, silent_count: silent }) => !enoughHaveReturned('feed', all - silent, all),
  )
}
