import { IS_ONLINE, onlineParameters } from '../../../../device/presence.ts'
import { BOUND_LIST, boundList, type Database } from '../../../../storage/database.ts'
import { MOST_NAMED } from '../../body.ts'
import type { StoredIncident } from './incidents.ts'

export interface DeviceFacts {
  readonly id: string
  readonly name: string
  readonly last_heartbeat_at: string | null
}

export interface SiteFacts {
  readonly id: string
  readonly name: string
  readonly timezone: string
  /** How many devices it has, and how many of them are online. */
  readonly devices: number
  readonly online: number
}

const DEVICES = `
SELECT * FROM (
  SELECT members.*,
    row_number() OVER (PARTITION BY incident_id ORDER BY is_silent DESC, name, id) AS place,
    count(*) OVER (PARTITION BY incident_id) AS total,
    sum(is_silent) OVER (PARTITION BY incident_id) AS silent
  FROM (
    SELECT x.incident_id, d.id, d.name, d.timezone, d.last_heartbeat_at,
      CASE WHEN x.returned_at IS NULL AND NOT ${IS_ONLINE} THEN 1 ELSE 0 END AS is_silent
    FROM incident_devices x JOIN devices d ON d.id = x.device_id
    WHERE x.incident_id IN ${BOUND_LIST} AND d.last_heartbeat_at IS NOT NULL
  ) AS members
) AS ranked
WHERE place <= ${MOST_NAMED} ORDER BY incident_id, place`
const SITES = `
SELECT s.id, s.name, s.timezone, count(d.id) AS devices, sum(CASE WHEN ${IS_ONLINE} THEN 1 ELSE 0 END) AS online
FROM sites s LEFT JOIN devices d ON d.site_id = s.id
WHERE s.id IN ${BOUND_LIST} GROUP BY s.id, s.name, s.timezone`
// The one that lasts is not stored.
const OUTAGES = `
SELECT i.id AS incident_id, count(*) AS outages
FROM incidents i JOIN outages o ON o.device_id = i.subject_id AND o.started_at >= i.started_at
WHERE i.is_unstable = 1 AND i.id IN ${BOUND_LIST} AND (i.ended_at IS NULL OR o.ended_at <= i.ended_at)
GROUP BY i.id`
const FLEET = 'SELECT count(*) AS devices FROM devices WHERE last_heartbeat_at IS NOT NULL'

/** A device of an incident, with the numbers of all and of the silent ones. */
type IncidentDeviceRow = DeviceFacts & {
  readonly incident_id: string
  readonly timezone: string
  readonly total: number
  readonly silent: number
}
type FactRows = [
  devices: IncidentDeviceRow[],
  sites: SiteFacts[],
  outages: { readonly incident_id: string; readonly outages: number }[],
  fleet: { readonly devices: number }[],
]

/** Reads the rows from which messages are made, as they are at one moment. */
export function readFactRows(
  database: Database,
  incidents: readonly StoredIncident[],
  nowMs: number,
): Promise<FactRows> {
  const ids = boundList(incidents.map(({ id }) => id))
  const siteIds = boundList(incidents.flatMap(({ site_id }) => site_id ?? []))
  return database.snapshot<FactRows>([
    { sql: DEVICES, parameters: [...onlineParameters(nowMs), ids] },
    { sql: SITES, parameters: [...onlineParameters(nowMs), siteIds] },
    { sql: OUTAGES, parameters: [ids] },
    { sql: FLEET },
  ])
}
