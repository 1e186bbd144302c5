import { IS_ONLINE, onlineParameters } from '../../../../device/presence.ts'
import { BOUND_LIST, boundList, type Database } from '../../../../storage/database.ts'

/** How the devices of an incident are at the moment. */
export interface Standing {
  readonly devices: number
  /** How many of them are silent: one that is online may not have stayed long enough for the incident to be over. */
  readonly silent: number
  /** The latest heartbeat of any. */
  readonly last_heartbeat_at: string
}

const STANDING = `
SELECT x.incident_id, count(*) AS devices, max(d.last_heartbeat_at) AS last_heartbeat_at,
  sum(CASE WHEN x.returned_at IS NULL AND NOT ${IS_ONLINE} THEN 1 ELSE 0 END) AS silent
FROM incident_devices x JOIN devices d ON d.id = x.device_id
WHERE x.incident_id IN ${BOUND_LIST} AND d.last_heartbeat_at IS NOT NULL
GROUP BY x.incident_id`

/** Finds how the devices of incidents are. Those without devices have no row. */
export function findStandings(database: Database, incidentIds: Iterable<string>, nowMs: number) {
  const parameters = [...onlineParameters(nowMs), boundList(incidentIds)]
  return database.all<Standing & { readonly incident_id: string }>(STANDING, ...parameters)
}
