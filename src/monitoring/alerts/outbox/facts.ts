import { groupBy } from '../../../lib/flow/group-by.ts'
import type { Database } from '../../../storage/database.ts'
import { type DeviceFacts, readFactRows, type SiteFacts } from './queries/facts.ts'
import type { StoredIncident } from './queries/incidents.ts'

/** What a message says about an incident. */
export interface IncidentFacts {
  readonly incident: StoredIncident
  readonly site: SiteFacts | undefined
  /** That of its site, or of a device without one; otherwise UTC. */
  readonly timezone: string
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

/** Reads what messages say about incidents. @returns it by the ids of the incidents */
export async function readFacts(
  database: Database,
  incidents: readonly StoredIncident[],
  nowMs: number,
): Promise<ReadonlyMap<string, IncidentFacts>> {
  const [deviceRows, sites, outages, fleet] = await readFactRows(database, incidents, nowMs)
  const devicesOf = groupBy(deviceRows, ({ incident_id }) => incident_id)
  const siteOf = new Map(sites.map((site) => [site.id, site]))
  const outagesOf = new Map(outages.map((row) => [row.incident_id, row.outages]))
  return new Map(
    incidents.map((incident) => {
      const rows = devicesOf.get(incident.id) ?? []
      const site = incident.site_id === null ? undefined : siteOf.get(incident.site_id)
      const silent = rows[0]?.silent ?? 0
      const facts: IncidentFacts = {
        incident,
        site,
        timezone: site?.timezone ?? (incident.kind === 'device' ? rows[0]?.timezone : undefined) ?? 'UTC',
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
