import { IS_ONLINE, onlineParameters } from '../../../device/presence.ts'
import { countReadableQuery, type ReadableCounts } from '../../../device/queries/readable.ts'
import { BOUND_LIST, boundList, type Snapshot } from '../../../storage/database.ts'
import type { SiteCounts } from '../site-counts.ts'
import { type Reader, readable } from './candidates.ts'

/** Counts all devices, and those that a user may read. @param userId undefined for a command, which may read all */
export async function countReadable(snapshot: Snapshot, userId: string | undefined) {
  const [counts] = await snapshot.all<ReadableCounts>(countReadableQuery(userId ?? ''))
  const { devices = 0, readable = 0 } = counts ?? {}
  return { devices, readable: userId === undefined ? devices : readable }
}

const COUNTS_OF_ALL = `
SELECT (SELECT count(*) FROM devices d WHERE ${IS_ONLINE}) AS online,
  (SELECT count(*) FROM devices d WHERE d.last_heartbeat_at IS NULL) AS never,
  (SELECT count(*) FROM devices d WHERE d.site_id IS NOT NULL) AS placed`

/** Counts all devices that are online, that never were, and that have a site, each in an index. */
export async function countInIndexes({ snapshot }: Reader, nowMs: number) {
  const [counts] = await snapshot.all<Record<'online' | 'never' | 'placed', number>>({
    sql: COUNTS_OF_ALL,
    parameters: onlineParameters(nowMs),
  })
  const { online = 0, never = 0, placed = 0 } = counts ?? {}
  return { online, never, placed }
}

/** Counts the devices of sites. */
export async function countSites(
  reader: Reader,
  siteIds: ReadonlySet<string>,
  nowMs: number,
): Promise<SiteCounts> {
  const access = readable(reader)
  const rows = await reader.snapshot.all<{ site: string; devices: number; online: number }>({
    sql: `
SELECT d.site_id AS site, count(*) AS devices, count(CASE WHEN ${IS_ONLINE} THEN 1 END) AS online
FROM devices d WHERE d.site_id IN ${BOUND_LIST} AND ${access.sql}
GROUP BY d.site_id`,
    parameters: [...onlineParameters(nowMs), boundList(siteIds), ...access.parameters],
  })
  return new Map(rows.map(({ site, ...counts }) => [site, counts]))
}
