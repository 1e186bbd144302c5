import { OUTAGES_KEPT_MS } from '../../../device/outages/history.ts'
import { findAbsencesQuery, type IntervalRow, toInterval } from '../../../device/outages/repository.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../../device/presence.ts'
import { readCalendars } from '../../../device/sites/calendars.ts'
import { findListedSitesQuery, type ListedSite } from '../../../device/sites/queries.ts'
import { merged } from '../../../lib/time/intervals.ts'
import type { Database } from '../../../storage/database.ts'
import { areBack } from '../../incidents/incident.ts'
import type { Route } from '../route.ts'
import { delayMsOf, isUnmuted, lastedMs, returnMsOf, type Uncounted } from './delays.ts'
import type { TellableIncident } from './queries/incidents.ts'
import { findStandings, type Standing } from './queries/standings.ts'

/** How incidents are at the moment, by their ids. */
export type Standings = ReadonlyMap<string, Standing & Uncounted>

/** Reads how incidents are at the moment. Nothing is known if a service was away: devices may not have reported since. */
export async function readStandings(
  database: Database,
  incidents: readonly TellableIncident[],
  nowMs: number,
): Promise<Standings> {
  const siteOf = new Map(incidents.map(({ id, site_id }) => [id, site_id ?? '']))
  if (siteOf.size === 0) return new Map()
  const { calendars, absences } = await readUncounted(database, incidents, nowMs)
  if ((absences.at(-1)?.endMs ?? 0) > nowMs - HEARTBEAT_TIMEOUT_MS) return new Map()
  const rows = await findStandings(database, siteOf.keys(), nowMs)
  return new Map(
    rows.map(({ incident_id: id, ...standing }) => {
      const calendar = calendars.get(siteOf.get(id) ?? '')
      return [id, { ...standing, calendar, absences }]
    }),
  )
}

async function readUncounted(database: Database, incidents: readonly TellableIncident[], nowMs: number) {
  const oldestMs = incidents.reduce((oldestMs, one) => Math.min(oldestMs, one.started_at), nowMs)
  const sinceMs = Math.max(oldestMs, nowMs - OUTAGES_KEPT_MS)
  const siteIds = new Set(incidents.flatMap(({ site_id }) => site_id ?? []))
  const [absences, sites] = await database.snapshot<[IntervalRow[], ListedSite[]]>([
    findAbsencesQuery(Math.min(sinceMs, nowMs - HEARTBEAT_TIMEOUT_MS), nowMs),
    findListedSitesQuery(siteIds),
  ])
  const calendars = await readCalendars(database, sites, sinceMs, nowMs)
  return { calendars, absences: merged(absences.map(toInterval)) }
}

/** Whether a route is to be told of an incident: it has lasted long enough, and what is silent has not come back meanwhile. */
export function isTellable(
  incident: TellableIncident,
  route: Pick<Route, 'after_seconds'>,
  standings: Standings,
  nowMs: number,
): boolean {
  const standing = standings.get(incident.id)
  if (incident.ended_at !== null || incident.is_whole === 0 || standing === undefined) return false
  if (incident.is_unstable === 1) return isUnmuted(incident, nowMs)
  const { devices, silent, last_heartbeat_at: lastHeartbeatAt } = standing
  if (areBack(incident.kind, devices - silent, devices)) return false
  const delayMs = delayMsOf(incident, route)
  const returnMs = returnMsOf(incident, delayMs)
  const lasted = lastedMs(incident, standing, returnMs, nowMs)
  if (incident.kind !== 'device') return lasted >= delayMs
  // What is heard of for a moment now and then is told when it has lasted three times as long. It is unstable before, if that is often.
  const silentSinceMs = Date.parse(lastHeartbeatAt)
  return lasted >= 3 * delayMs || lastedMs(incident, standing, returnMs, nowMs, silentSinceMs) >= delayMs
}
