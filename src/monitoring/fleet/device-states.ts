import type { Database } from '../../storage/database.ts'
import { toCursor } from './cursor.ts'
import { describePage } from './describe.ts'
import { findPage } from './find-page.ts'
import { createOverviews, opennessAt, SMALL_FLEET } from './overview.ts'
import type { FleetPageQuery } from './query.ts'
import { readNotices } from './read-reasons.ts'
import { withSnapshot } from './read-snapshot.ts'
import type { Fleet } from './schema.ts'

/** Reads a page of the devices that a user may read. @param userId undefined for a command, which may read all */
export type ReadFleet = (userId: string | undefined, query: FleetPageQuery, nowMs: number) => Promise<Fleet>

/** @param smallFleet up to how many devices are read to choose a page from; larger fleets are read in part */
export function createFleet(database: Database, smallFleet = SMALL_FLEET): ReadFleet {
  const readOverview = createOverviews(smallFleet)

  return (userId, query, nowMs) =>
    withSnapshot(database, async (snapshot) => {
      const overview = await readOverview(snapshot, userId, nowMs)
      const reader = { snapshot, userId, readsAll: overview.readsAll }
      const fleet = { reader, overview, isOpenNow: opennessAt(overview.calendars, nowMs), nowMs, smallFleet }
      const { total, placed, siteCounts } = await findPage(fleet, query)
      const page = placed.slice(0, query.limit)
      const last = page.at(-1)
      return {
        counts: overview.counts,
        total,
        notices: await readNotices(fleet),
        ...(await describePage(fleet, page, siteCounts)),
        next: last !== undefined && placed.length > query.limit ? toCursor(query, last) : null,
      }
    })
}
