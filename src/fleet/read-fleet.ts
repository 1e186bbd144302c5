import { chunks } from '../lib/chunks.ts'
import type { Database } from '../storage/database.ts'
import { withSnapshot } from '../storage/snapshot.ts'
import { toCursor } from './cursor.ts'
import { findPage } from './find-page.ts'
import { readOverview } from './overview.ts'
import type { PageRequest } from './parameters.ts'
import { readFleetDevices, readFleetSites } from './read-devices.ts'
import { readNotices } from './read-reasons.ts'
import type { Fleet, FleetDevice } from './schema.ts'
import type { FleetState } from './states.ts'

/** Reads a page of the devices that a user may read. @param userId undefined for a command, which may read all */
export function readFleet(
  database: Database,
  userId: string | undefined,
  request: PageRequest,
  nowMs: number,
): Promise<Fleet> {
  return withSnapshot(database, async (snapshot) => {
    const overview = await readOverview(snapshot, userId, nowMs)
    const { total, sortKeys } = await findPage(overview, request)
    const page = sortKeys.slice(0, request.limit)
    const last = page.at(-1)
    return {
      counts: overview.counts,
      total,
      notices: await readNotices(overview),
      sites: await readFleetSites(overview, page),
      devices: await readFleetDevices(overview, page),
      next: last !== undefined && sortKeys.length > request.limit ? toCursor(last) : null,
    }
  })
}

/** Histories are read for this many devices at a time, because they take memory. */
const DEVICES_AT_ONCE = 5000

/** Reads all devices, for a command. @param state only devices in this state; undefined for all */
export function readAllDevices(
  database: Database,
  state: FleetState | undefined,
  nowMs: number,
): Promise<FleetDevice[]> {
  return withSnapshot(database, async (snapshot) => {
    const overview = await readOverview(snapshot, undefined, nowMs)
    const filter = { id: undefined, state, site: undefined, words: [] }
    const { sortKeys } = await findPage(overview, { filter, after: undefined, limit: overview.counts.all })
    const devices: FleetDevice[] = []
    for (const chunk of chunks(sortKeys, { size: DEVICES_AT_ONCE }))
      devices.push(...(await readFleetDevices(overview, chunk)))
    return devices
  })
}
