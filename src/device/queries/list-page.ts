import type { Query } from '../../storage/database.ts'
import { IS_ONLINE, onlineParameters } from '../online.ts'
import { DEVICE_SELECT_LIST, type DeviceRow } from '../repository.ts'
import { type DeviceCondition, IS_READABLE, joinConditions } from './readable.ts'

export const DEFAULT_PAGE_SIZE = 100
export const MAX_PAGE_SIZE = 1000

/** Which devices a list contains, and which page of it is read. */
export interface DeviceSelection {
  readonly userId: string
  /** The ids to choose from; undefined for all. */
  readonly ids: ReadonlySet<string> | undefined
  /** Undefined for devices in any state. */
  readonly isOnline: boolean | undefined
  readonly limit: number
  readonly offset: number
}

/** A row of `devicePageQuery`. A page without devices has one row, which contains only the total. */
export type DevicePageRow = { readonly total: number } & (DeviceRow | { readonly id: null })

/** One page of a list. The ids are found first, in an index. Then only the rows of the page are read. */
export function devicePageQuery(
  { userId, isOnline, limit, offset }: DeviceSelection,
  conditions: readonly DeviceCondition[],
  nowMs: number,
): Query {
  const all = isOnline === undefined ? conditions : [...conditions, inState(isOnline, nowMs)]
  // Without conditions, the index on the names is read only up to the end of the page.
  const materialized = all.length > 0 ? 'MATERIALIZED' : 'NOT MATERIALIZED'
  const where = joinConditions(all)
  // PostgreSQL plans without the parameters, so a constant tells it how few rows a page has.
  const mostRows = limit <= DEFAULT_PAGE_SIZE ? DEFAULT_PAGE_SIZE : MAX_PAGE_SIZE
  // `createDeviceLister` leaves out the condition if the user has access to as many devices as exist. Another program may
  // have deleted devices, but not the access to them. So each row of the page is checked.
  const sql = `
WITH found AS ${materialized} (SELECT d.id, d.name FROM devices d WHERE ${where.sql}),
  page AS (SELECT id FROM found ORDER BY name, id LIMIT ? OFFSET ?)
SELECT counted.total, ${DEVICE_SELECT_LIST}
FROM (SELECT count(*) AS total FROM found) AS counted
LEFT JOIN (SELECT id FROM page LIMIT ${mostRows}) AS listed ON true
LEFT JOIN devices d ON d.id = listed.id AND ${IS_READABLE}
ORDER BY d.name, d.id`
  return { sql, parameters: [...where.parameters, limit, offset, userId] }
}

function inState(isOnline: boolean, nowMs: number): DeviceCondition {
  const sql = isOnline ? IS_ONLINE : `NOT coalesce(${IS_ONLINE}, false)`
  return { sql, parameters: onlineParameters(nowMs) }
}
