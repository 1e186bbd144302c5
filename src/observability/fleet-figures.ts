import type { Clock } from '../lib/time/clock.ts'
import { isoTime } from '../lib/time/timestamps.ts'
import { countWaitingQuery, type Waiting } from '../monitoring/alerts/delivery/queries.ts'
import { countRoutesQuery, type RouteCount } from '../monitoring/alerts/queries.ts'
import type { RouteState } from '../monitoring/alerts/route.ts'
import { readOverview } from '../monitoring/fleet/overview.ts'
import { withSnapshot } from '../monitoring/fleet/read-snapshot.ts'
import type { FleetState } from '../monitoring/fleet/schema.ts'
import type { IncidentKind } from '../monitoring/incidents/incident.ts'
import { countOpenQuery, type OpenCount } from '../monitoring/incidents/queries/open-incidents.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import { type LastHeartbeatRow, lastHeartbeatQuery } from './queries.ts'

/** What is true of all devices, and of the alerts about them, at one moment. */
export interface FleetFigures {
  readonly devices: Readonly<Record<FleetState, number>>
  /** The newest heartbeat that is not in the future; undefined if there is none. */
  readonly lastHeartbeatMs: number | undefined
  readonly openIncidents: Readonly<Record<IncidentKind, number>>
  readonly routes: Readonly<Record<RouteState, number>>
  readonly waitingAlerts: number
  /** How long the oldest of them has waited; 0 if none does. */
  readonly longestWaitMs: number
}

/** Creates a function that reads the figures on one snapshot. Devices are counted as the page of the fleet counts them. */
export function createFleetFigures(database: Database, clock: Clock): () => Promise<FleetFigures> {
  return () =>
    withSnapshot(database, async (snapshot) => {
      const nowMs = clock()
      const { counts } = await readOverview(snapshot, undefined, nowMs)
      const { all: _, ...devices } = counts
      return { devices, ...(await readAlerting(snapshot, nowMs)) }
    })
}

async function readAlerting(snapshot: Snapshot, nowMs: number): Promise<Omit<FleetFigures, 'devices'>> {
  const [last] = await snapshot.all<LastHeartbeatRow>(lastHeartbeatQuery(isoTime(nowMs)))
  const incidents = await snapshot.all<OpenCount>(countOpenQuery)
  const routes = await snapshot.all<RouteCount>(countRoutesQuery)
  const [waiting] = await snapshot.all<Waiting>(countWaitingQuery)
  return {
    lastHeartbeatMs: last?.at ? Date.parse(last.at) : undefined,
    openIncidents: { device: 0, site: 0, feed: 0, ...byName(incidents.map((row) => [row.kind, row.number])) },
    routes: { working: 0, failing: 0, off: 0, ...byName(routes.map((row) => [row.state, row.number])) },
    waitingAlerts: waiting?.messages ?? 0,
    longestWaitMs: waiting?.oldest_at ? Math.max(0, nowMs - waiting.oldest_at) : 0,
  }
}

const byName = (pairs: readonly (readonly [name: string, number: number])[]) => Object.fromEntries(pairs)
