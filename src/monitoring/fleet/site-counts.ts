import { IS_ONLINE, isOnline, onlineParameters } from '../../device/presence.ts'
import { BOUND_LIST, boundList } from '../../storage/database.ts'
import { type Candidate, type Reader, readable } from './candidates.ts'

/** The numbers of devices that the reader may read, by the ids of their sites. */
export type SiteCounts = ReadonlyMap<string, { readonly devices: number; readonly online: number }>

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

/** Counts the devices of sites of which all devices were read. */
export function countRead(devices: readonly Candidate[], nowMs: number): SiteCounts {
  const counts = new Map<string, { devices: number; online: number }>()
  for (const { site, last_heartbeat_at: lastAt } of devices) {
    const { devices, online } = counts.get(site ?? '') ?? { devices: 0, online: 0 }
    if (site !== null)
      counts.set(site, { devices: devices + 1, online: online + Number(isOnline(lastAt, nowMs)) })
  }
  return counts
}
