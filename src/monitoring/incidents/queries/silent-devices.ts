import { IS_ONLINE, onlineParameters } from '../../../device/presence.ts'
import { BOUND_LIST, boundList, type Query } from '../../../storage/database.ts'
import { LEAST_OUTAGES, UNSTABLE_WITHIN_MS } from '../instability.ts'

/** A device whose last heartbeat is more than five minutes old. */
export interface SilentRow {
  readonly id: string
  readonly name: string
  readonly site_id: string | null
  readonly last_heartbeat_at: string
}

// Some at a time: a service has other things to do meanwhile.
const SILENT = `
SELECT d.id, d.name, d.site_id, d.last_heartbeat_at
FROM devices d
WHERE d.last_heartbeat_at < ? AND (d.last_heartbeat_at, d.name, d.id) > (?, ?, ?)
ORDER BY d.last_heartbeat_at, d.name, d.id
LIMIT 1000`

/** A query for the silent devices after another one, or the first ones. @param limit a time, as text */
export function findSilentQuery(limit: string, after?: SilentRow): Query {
  const { last_heartbeat_at = '', name = '', id = '' } = after ?? {}
  return { sql: SILENT, parameters: [limit, last_heartbeat_at, name, id] }
}

const ONLINE_AT_SITES = `
SELECT d.site_id, count(*) AS online FROM devices d
WHERE d.site_id IN ${BOUND_LIST} AND ${IS_ONLINE}
GROUP BY d.site_id`
const ONLINE = `SELECT count(*) AS online FROM devices d WHERE ${IS_ONLINE}`

/** Queries that count the devices that are online: at each of some sites, and all. */
export function countOnlineQueries(siteIds: Iterable<string>, nowMs: number): [Query, Query] {
  const parameters = onlineParameters(nowMs)
  return [
    { sql: ONLINE_AT_SITES, parameters: [boundList(siteIds), ...parameters] },
    { sql: ONLINE, parameters },
  ]
}

const RECENT = `
SELECT device_id, count(*) AS outages, min(started_at) AS first_started_at
FROM outages WHERE ended_at > ? AND started_at > ?
GROUP BY device_id HAVING count(*) >= ${LEAST_OUTAGES - 1}`

/** A query for the devices that have had so many outages within an hour that they are unstable, or will be with one more. */
export function findRecentOutagesQuery(nowMs: number): Query {
  const sinceMs = nowMs - UNSTABLE_WITHIN_MS
  return { sql: RECENT, parameters: [sinceMs, sinceMs] }
}
