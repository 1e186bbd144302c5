import { onlineParameters } from '../../device/online.ts'
import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import { readAbsences } from '../../device/outages/repository.ts'
import type { Calendar } from '../../device/sites/calendar.ts'
import { readCalendarsOf } from '../../device/sites/calendars.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import type { IncidentData } from '../message.ts'
import {
  countEverConnectedQuery,
  type IncidentDeviceRow,
  incidentDevicesQuery,
  type SiteFacts,
  siteFactsQuery,
} from './queries/facts.ts'
import type { IncidentForRoute } from './queries/incidents.ts'

/** The facts of an incident at the moment. They decide whether an alert route is notified, and what the message says. */
export interface IncidentFacts<Incident extends IncidentForRoute = IncidentForRoute> {
  readonly incident: Incident
  readonly site: SiteFacts | undefined
  /** When its site is open; undefined if it always is. */
  readonly calendar: Calendar | undefined
  /** The absences of the service; sorted. */
  readonly absences: readonly Interval[]
  /** The time zone of the site, or of a device without a site; otherwise UTC. */
  readonly timezone: string
  /** At most `MAX_NAMED` of its devices, the silent ones first. */
  readonly devices: IncidentData['devices']
  readonly devicesTotal: number
  /** How many of its devices are silent now. The others are online, but maybe not for long enough to have returned. */
  readonly silentCount: number
  /** The latest heartbeat of any of its devices. */
  readonly latestHeartbeatAtMs: number
  /** How many devices have ever sent a heartbeat. */
  readonly everConnectedCount: number
}

/** Reads the facts of incidents. @returns them in the same order */
export async function readFacts<Incident extends IncidentForRoute>(
  database: Database,
  incidents: readonly Incident[],
  nowMs: number,
): Promise<IncidentFacts<Incident>[]> {
  if (incidents.length === 0) return []
  const online = onlineParameters(nowMs)
  const ids = new Set(incidents.map(({ id }) => id))
  const siteIds = new Set(incidents.flatMap(({ site_id }) => site_id ?? []))
  const [devices, sites, connected] = await database.readTogether<
    [IncidentDeviceRow[], SiteFacts[], { readonly ever_connected: number }[]]
  >([incidentDevicesQuery(...online, ids), siteFactsQuery(...online, siteIds), countEverConnectedQuery()])
  const absences = await readAbsences(database, nowMs)
  const oldestMs = incidents.reduce((firstAtMs, { started_at }) => Math.min(firstAtMs, started_at), nowMs)
  const sinceMs = Math.max(oldestMs, nowMs - OUTAGES_KEPT_MS)
  const calendars = await readCalendarsOf(database, siteIds, sinceMs, nowMs)
  const devicesOf = groupBy(devices, ({ incident_id }) => incident_id)
  const siteOf = new Map(sites.map((site) => [site.id, site]))
  return incidents.map((incident) => {
    const rows = devicesOf.get(incident.id) ?? []
    const [first] = rows
    const site = siteOf.get(incident.site_id ?? '')
    return {
      incident,
      site,
      calendar: calendars.get(incident.site_id ?? ''),
      absences,
      timezone: site?.timezone ?? (incident.kind === 'device' ? first?.timezone : undefined) ?? 'UTC',
      devices: rows.map(({ id, name, last_heartbeat_at }) => ({ id, name, last_heartbeat_at })),
      devicesTotal: first?.total ?? 0,
      silentCount: first?.silent_count ?? 0,
      latestHeartbeatAtMs: Date.parse(first?.latest_heartbeat_at ?? ''),
      everConnectedCount: connected[0]?.ever_connected ?? 0,
    }
  })
}
