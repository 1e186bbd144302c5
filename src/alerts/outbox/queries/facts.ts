import { IS_ONLINE, type OnlineParameters } from '../../../device/online.ts'
import { BOUND_LIST, defineQuery } from '../../../storage/define-query.ts'
import { STILL_SILENT_0_OR_1 } from '../../incidents/queries/situation.ts'
import { MAX_NAMED } from '../../message.ts'

export interface SiteFacts {
  readonly id: string
  readonly name: string
  readonly timezone: string
  /** How many devices it has that were ever connected, and how many of them are online. */
  readonly devices: number
  readonly online: number
}

/** A device of an incident, with numbers about all devices of that incident. */
export interface IncidentDeviceRow {
  readonly incident_id: string
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly last_heartbeat_at: string
  readonly total: number
  readonly silent_count: number
  readonly latest_heartbeat_at: string
}

/** A query for at most `MAX_NAMED` devices of each incident, the silent ones first. */
export const incidentDevicesQuery = defineQuery<[...OnlineParameters, incidentIds: Iterable<string>]>(`
SELECT * FROM (
  SELECT members.*,
    row_number() OVER (PARTITION BY incident_id ORDER BY is_silent DESC, name, id) AS nth,
    count(*) OVER (PARTITION BY incident_id) AS total,
    sum(is_silent) OVER (PARTITION BY incident_id) AS silent_count,
    max(last_heartbeat_at) OVER (PARTITION BY incident_id) AS latest_heartbeat_at
  FROM (
    SELECT x.incident_id, d.id, d.name, d.timezone, d.last_heartbeat_at,
      ${STILL_SILENT_0_OR_1} AS is_silent
    FROM incident_devices x JOIN devices d ON d.id = x.device_id
    WHERE x.incident_id IN ${BOUND_LIST} AND d.last_heartbeat_at IS NOT NULL
  ) AS members
) AS ranked
WHERE nth <= ${MAX_NAMED} ORDER BY incident_id, nth`)

/** A query for sites with the numbers of their devices. */
export const siteFactsQuery = defineQuery<[...OnlineParameters, siteIds: Iterable<string>]>(`
SELECT s.id, s.name, s.timezone, count(d.last_heartbeat_at) AS devices, sum(CASE WHEN ${IS_ONLINE} THEN 1 ELSE 0 END) AS online
FROM sites s LEFT JOIN devices d ON d.site_id = s.id
WHERE s.id IN ${BOUND_LIST} GROUP BY s.id, s.name, s.timezone`)

/** A query for the number of devices that have ever sent a heartbeat. */
export const countEverConnectedQuery = defineQuery(
  'SELECT count(*) AS ever_connected FROM devices WHERE last_heartbeat_at IS NOT NULL',
)
