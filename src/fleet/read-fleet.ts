import type { Database } from '../storage/database.ts'
import { withSnapshot } from '../storage/snapshot.ts'
import { toCursor } from './cursor.ts'
import { describePage } from './describe.ts'
import { findPage } from './find-page.ts'
import { readOverview } from './overview.ts'
import type { FleetPageQuery } from './query.ts'
import { readNotices } from './read-reasons.ts'
import type { Fleet } from './schema.ts'

/** Reads a page of the devices that a user may read. @param userId undefined for a command, which may read all */
export function readFleet(
  database: Database,
  userId: string | undefined,
  query: FleetPageQuery,
  nowMs: number,
): Promise<Fleet> {
  return withSnapshot(database, async (snapshot) => {
    const overview = await readOverview(snapshot, userId, nowMs)
    const { total, rows } = await findPage(overview, query)
    const page = rows.slice(0, query.limit)
    const last = page.at(-1)
    return {
      counts: overview.counts,
      total,
      notices: await readNotices(overview),
      ...(await describePage(overview, page)),
      next: last !== undefined && rows.length > query.limit ? toCursor(last) : null,
    }
  })
}
