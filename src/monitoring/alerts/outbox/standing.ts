import { findAbsencesQuery } from '../../../device/outages/repository.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../../device/presence.ts'
import type { Database } from '../../../storage/database.ts'
import { areBack } from '../../incidents/incident.ts'
import type { Route } from '../route.ts'
import { delayMsOf, dueAtMs } from './delays.ts'
import type { TellableIncident } from './queries/incidents.ts'
import { findStandings, type Standing } from './queries/standings.ts'

/** How incidents are at the moment, by their ids. */
export type Standings = ReadonlyMap<string, Standing>

/** Reads how incidents are at the moment. Nothing is known if a service was away: devices may not have reported since. */
export async function readStandings(
  database: Database,
  incidents: Iterable<TellableIncident>,
  nowMs: number,
): Promise<Standings> {
  const ids = new Set(Array.from(incidents, ({ id }) => id))
  if (ids.size === 0) return new Map()
  const [absences] = await database.snapshot<[unknown[]]>([
    findAbsencesQuery(nowMs - HEARTBEAT_TIMEOUT_MS, nowMs),
  ])
  if (absences.length > 0) return new Map()
  const rows = await findStandings(database, ids, nowMs)
  return new Map(rows.map(({ incident_id, ...standing }) => [incident_id, standing]))
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
  if (incident.is_unstable === 1) return dueAtMs(incident, route) <= nowMs
  const { devices, silent, last_heartbeat_at: lastHeartbeatAt } = standing
  if (areBack(incident.kind, devices - silent, devices)) return false
  if (incident.kind !== 'device') return dueAtMs(incident, route) <= nowMs
  // What is heard of for a moment now and then is told when it has lasted three times as long. It is unstable before, if that is often.
  const interruptedMs = dueAtMs(incident, route) + 2 * delayMsOf(incident, route)
  return Math.min(dueAtMs(incident, route, Date.parse(lastHeartbeatAt)), interruptedMs) <= nowMs
}
