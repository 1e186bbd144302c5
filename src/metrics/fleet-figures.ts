import { type AlertRouteState, alertRouteState } from '../alerts/alert-route.ts'
import type { IncidentKind } from '../alerts/incidents/incident.ts'
import { countOpenIncidents } from '../alerts/incidents/queries/situation.ts'
import { countWaiting } from '../alerts/outbox/queries/messages.ts'
import { listAlertRoutes } from '../alerts/queries.ts'
import { findLastHeartbeat } from '../device/queries/devices.ts'
import { readOverview } from '../fleet/overview.ts'
import type { FleetState } from '../fleet/states.ts'
import { groupBy } from '../lib/group-by.ts'
import { isoTime } from '../lib/time/timestamps.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import { withSnapshot } from '../storage/snapshot.ts'

/** Figures of all devices, and of the alerts about them, at one moment. */
export interface FleetFigures {
  readonly devices: Readonly<Record<FleetState, number>>
  /** The newest heartbeat that is not in the future; undefined if there is none. */
  readonly lastHeartbeatMs: number | undefined
  readonly openIncidents: Readonly<Record<IncidentKind, number>>
  readonly alertRoutes: Readonly<Record<AlertRouteState, number>>
  readonly waitingAlerts: number
  /** How long the oldest waiting alert has waited; 0 if none waits. */
  readonly longestWaitMs: number
}

/** Reads the figures in one snapshot. It counts devices as the fleet page does. */
export function readFleetFigures(database: Database, nowMs: number): Promise<FleetFigures> {
  return withSnapshot(database, async (snapshot) => {
    const { counts } = await readOverview(snapshot, undefined, nowMs)
    const { all: _, ...devices } = counts
    return { devices, ...(await readAlerting(snapshot, nowMs)) }
  })
}

async function readAlerting(snapshot: Snapshot, nowMs: number): Promise<Omit<FleetFigures, 'devices'>> {
  const last = await findLastHeartbeat(snapshot, isoTime(nowMs))
  const incidents = await countOpenIncidents(snapshot)
  const openIncidents = Object.fromEntries(incidents.map(({ kind, number }) => [kind, number]))
  const alertRoutes = groupBy(await listAlertRoutes(snapshot), alertRouteState)
  const countRoutes = (state: AlertRouteState) => alertRoutes.get(state)?.length ?? 0
  const [waiting] = await countWaiting(snapshot)
  return {
    lastHeartbeatMs: last?.at ? Date.parse(last.at) : undefined,
    openIncidents: { device: 0, site: 0, feed: 0, ...openIncidents },
    alertRoutes: {
      working: countRoutes('working'),
      failing: countRoutes('failing'),
      off: countRoutes('off'),
    },
    waitingAlerts: waiting?.messages ?? 0,
    longestWaitMs: waiting?.oldest_at ? Math.max(0, nowMs - waiting.oldest_at) : 0,
  }
}
