import { IS_ONLINE, onlineParameters } from '../../../device/presence.ts'
import { groupBy } from '../../../lib/flow/group-by.ts'
import { BOUND_LIST, boundList, type Database } from '../../../storage/database.ts'
import { MOST_NAMED } from '../body.ts'
import type { StoredIncident } from './queries.ts'

interface DeviceFacts {
  readonly id: string
  readonly name: string
  readonly last_heartbeat_at: string | null
}

interface SiteFacts {
  readonly id: string
  readonly name: string
  readonly timezone: string
  /** How many devices it has, and how many of them are online. */
  readonly devices: number
  readonly online: number
}

/** What a message says about an incident. */
export interface IncidentFacts {
  readonly incident: StoredIncident
  readonly site: SiteFacts | undefined
  /** The first of its devices, those that are silent before the others. */
  readonly devices: readonly DeviceFacts[]
  readonly devicesTotal: number
  /** How many of them are silent at the moment. */
  readonly silent: number
  /** How many outages its device has had since it began; 0 unless that is unstable. */
  readonly outages: number
  /** How many devices have ever sent a heartbeat. */
  readonly fleet: number
}

const DEVICES = `
SELECT * FROM (
  SELECT members.*,
    row_number() OVER (PARTITION BY incident_id ORDER BY is_silent DESC, name, id) AS place,
    count(*) OVER (PARTITION BY incident_id) AS total,
    sum(is_silent) OVER (PARTITION BY incident_id) AS silent
  FROM (
    SELECT x.incident_id, d.id, d.name, d.last_heartbeat_at,
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

type DeviceRow = DeviceFacts & {
  readonly incident_id: string
  readonly total: number
  readonly silent: number
}
type Rows = [
  DeviceRow[],
  SiteFacts[],
  { readonly incident_id: string; readonly outages: number }[],
  { readonly devices: number }[],
]

/** Reads what messages say about incidents. @returns it by the ids of the incidents */
export async function readFacts(
  database: Database,
  incidents: readonly StoredIncident[],
  nowMs: number,
): Promise<ReadonlyMap<string, IncidentFacts>> {
  const ids = boundList(incidents.map(({ id }) => id))
  const siteIds = boundList(incidents.flatMap(({ site_id }) => site_id ?? []))
  const [deviceRows, sites, outages, fleet] = await database.snapshot<Rows>([
    { sql: DEVICES, parameters: [...onlineParameters(nowMs), ids] },
    { sql: SITES, parameters: [...onlineParameters(nowMs), siteIds] },
    { sql: OUTAGES, parameters: [ids] },
    { sql: FLEET },
  ])
  const devicesOf = groupBy(deviceRows, ({ incident_id }) => incident_id)
  const siteOf = new Map(sites.map((site) => [site.id, site]))
  const outagesOf = new Map(outages.map((row) => [row.incident_id, row.outages]))
  return new Map(
    incidents.map((incident) => {
      const rows = devicesOf.get(incident.id) ?? []
      const silent = rows[0]?.silent ?? 0
      const facts: IncidentFacts = {
        incident,
        site: incident.site_id === null ? undefined : siteOf.get(incident.site_id),
        devices: rows.map(({ id, name, last_heartbeat_at }) => ({ id, name, last_heartbeat_at })),
        devicesTotal: rows[0]?.total ?? 0,
        silent,
        outages: (outagesOf.get(incident.id) ?? 0) + (incident.ended_at === null ? silent : 0),
        fleet: fleet[0]?.devices ?? 0,
      }
      return [incident.id, facts]
    }),
  )
}
