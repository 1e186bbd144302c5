import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import { isCatchingUp, readAbsences } from '../../device/outages/repository.ts'
import type { Calendar } from '../../device/sites/calendar.ts'
import { readCalendarsOf } from '../../device/sites/calendars.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import type { IncidentData } from '../message.ts'
import { readFactRows, type SiteFacts, type StoredIncident } from './queries.ts'

/** The facts of an incident at the moment. They decide whether an alert route is notified, and what the message says. */
export interface IncidentFacts {
  readonly incident: StoredIncident
  readonly site: SiteFacts | undefined
  /** When its site is open; undefined if it always is. */
  readonly calendar: Calendar | undefined
  /** The absences of the service; sorted. */
  readonly absences: readonly Interval[]
  /** Whether an absence ended so recently that its devices may not have reported since. */
  readonly isCatchingUp: boolean
  /** The time zone of the site, or of a device without a site; otherwise UTC. */
  readonly timezone: string
  /** At most `MOST_NAMED` of its devices, the silent ones first. */
  readonly devices: IncidentData['devices']
  readonly devicesTotal: number
  /** How many of them are silent now. The others need not have returned: they may not have been online for long enough. */
  readonly silent: number
  /** The latest heartbeat of any of its devices. */
  readonly latestHeartbeatMs: number
  /** How many devices have ever sent a heartbeat. */
  readonly fleet: number
}

/** Reads the facts of incidents. @returns the facts by the ids of the incidents */
export async function readFacts(
  database: Database,
  incidents: readonly StoredIncident[],
  nowMs: number,
): Promise<ReadonlyMap<string, IncidentFacts>> {
  if (incidents.length === 0) return new Map()
  const [deviceRows, sites, fleet] = await readFactRows(database, incidents, nowMs)
  const absences = await readAbsences(database, nowMs)
  const sinceMs = incidents.reduce((oldestMs, { started_at }) => Math.min(oldestMs, started_at), nowMs)
  const calendars = await readCalendarsOf(
    database,
    sites.map(({ id }) => id),
    Math.max(sinceMs, nowMs - OUTAGES_KEPT_MS),
    nowMs,
  )
  const devicesOf = groupBy(deviceRows, ({ incident_id }) => incident_id)
  const siteOf = new Map(sites.map((site) => [site.id, site]))
  return new Map(
    incidents.map((incident): [string, IncidentFacts] => {
      const devices = devicesOf.get(incident.id) ?? []
      const [first] = devices
      const site = siteOf.get(incident.site_id ?? '')
      const facts = {
        incident,
        site,
        calendar: calendars.get(incident.site_id ?? ''),
        absences,
        isCatchingUp: isCatchingUp(absences, nowMs),
        timezone: site?.timezone ?? (incident.kind === 'device' ? first?.timezone : undefined) ?? 'UTC',
        devices: devices.map(({ id, name, last_heartbeat_at }) => ({ id, name, last_heartbeat_at })),
        devicesTotal: first?.total ?? 0,
        silent: first?.silent ?? 0,
        latestHeartbeatMs: Date.parse(first?.latest_heartbeat_at ?? ''),
        fleet: fleet[0]?.devices ?? 0,
      }
      return [incident.id, facts]
    }),
  )
}
