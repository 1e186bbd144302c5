import { IS_ONLINE, onlineParameters } from '../../../device/online.ts'
import { BOUND_LIST, boundList, type Database } from '../../../storage/database.ts'
import { MEMBER_IS_SILENT } from '../../incidents/queries/open-incidents.ts'
import { MOST_NAMED } from '../../message.ts'
import type { StoredIncident } from './incidents.ts'

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
    row_number() OVER (PARTITION BY incident_id ORDER BY is_silent DESC, name, id) AS nth,
    count(*) OVER (PARTITION BY incident_id) AS total,
    sum(is_silent) OVER (PARTITION BY incident_id) AS silent,
    max(last_heartbeat_at) OVER (PARTITION BY incident_id) AS latest_heartbeat_at
  FROM (
    SELECT x.incident_id, d.id, d.name, d.timezone, d.last_heartbeat_at,
      ${MEMBER_IS_SILENT} AS is_silent
    FROM incident_devices x JOIN devices d ON d.id = x.device_id
    WHERE x.incident_id IN ${BOUND_LIST} AND d.last_heartbeat_at IS NOT NULL
  ) AS members
) AS ranked
WHERE nth <= ${MOST_NAMED} ORDER BY incident_id, nth`
const SITES = `
SELECT s.id, s.name, s.timezone, count(d.id) AS devices, sum(CASE WHEN ${IS_ONLINE} THEN 1 ELSE 0 END) AS online
FROM sites s LEFT JOIN devices d ON d.site_id = s.id
WHERE s.id IN ${BOUND_LIST} GROUP BY s.id, s.name, s.timezone`
// The current outage is not stored, so it is not counted.
const OUTAGES = `
SELECT i.id AS incident_id, count(*) AS outages
FROM incidents i JOIN outages o ON o.device_id = i.subject_id AND o.started_at >= i.started_at
WHERE i.is_unstable = 1 AND i.id IN ${BOUND_LIST} AND (i.ended_at IS NULL OR o.ended_at <= i.ended_at)
GROUP BY i.id`
const FLEET = 'SELECT count(*) AS devices FROM devices WHERE last_heartbeat_at IS NOT NULL'

/** A device of an incident, with numbers about all devices of that incident. */
interface IncidentDeviceRow {
  readonly incident_id: string
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly last_heartbeat_at: string
  readonly total: number
  readonly silent: number
  readonly latest_heartbeat_at: string
}
type FactRows = [
  devices: IncidentDeviceRow[],
  sites: SiteFacts[],
  outages: { readonly incident_id: string; readonly outages: number }[],
  fleet: { readonly devices: number }[],
]

/** Reads the rows that describe incidents, in one snapshot. */
export function readFactRows(
  database: Database,
  incidents: readonly StoredIncident[],
  nowMs: number,
): Promise<FactRows> {
  const ids = boundList(incidents.map(({ id }) => id))
  const siteIds = boundList(new Set(incidents.flatMap(({ site_id }) => site_id ?? [])))
  return database.snapshot<FactRows>([
    { sql: DEVICES, parameters: [...onlineParameters(nowMs), ids] },
    { sql: SITES, parameters: [...onlineParameters(nowMs), siteIds] },
    { sql: OUTAGES, parameters: [ids] },
    { sql: FLEET },
  ])
}
