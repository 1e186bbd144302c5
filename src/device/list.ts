import { BOUND_LIST, boundList, type Database, type Query } from '../storage/database.ts'
import { givesRight } from './access.ts'
import { IS_ONLINE, onlineParameters } from './presence.ts'
import { DEVICE_COLUMNS, type DeviceRow } from './repository.ts'

export interface DeviceListQuery {
  readonly userId: string
  /** The ids to choose from; undefined for all. */
  readonly ids: ReadonlySet<string> | undefined
  /** Undefined for devices in any state. */
  readonly isOnline: boolean | undefined
  readonly limit: number
  readonly offset: number
}

type PageRow = { readonly total: number } & (DeviceRow | { readonly id: null })

/**
 * Creates a function that lists the devices a user may read, by name and then id, as they are at one moment.
 * To check the access to each of 100,000 devices takes five times as long as the rest of the query, so the
 * check is left out for users who may read every device. The same snapshot verifies that they still may.
 */
export function createDeviceList(database: Database) {
  const readersOfAll = new Set<string>()

  return async function list(query: DeviceListQuery, nowMs: number): Promise<ReturnType<typeof toPage>> {
    const { userId, ids } = query
    if (ids) {
      const conditions = [
        { sql: `d.id IN ${BOUND_LIST}`, parameters: [boundList(ids)] },
        // Checks the access to each device: faster than `READABLE` for a few devices.
        { sql: IS_READABLE, parameters: [userId] },
      ]
      const [rows] = await database.snapshot<[PageRow[]]>([pageOf(query, conditions, nowMs)])
      return toPage(rows)
    }
    const readsAll = readersOfAll.has(userId)
    const [[counts], rows] = await database.snapshot<[[Record<'devices' | 'readable', number>], PageRow[]]>([
      { sql: COUNTS, parameters: [userId] },
      pageOf(query, readsAll ? [] : [{ sql: READABLE, parameters: [userId] }], nowMs),
    ])
    const mayReadAll = counts.readable === counts.devices
    if (mayReadAll) readersOfAll.add(userId)
    else readersOfAll.delete(userId)
    return readsAll && !mayReadAll ? list(query, nowMs) : toPage(rows)
  }
}

const ACCESS = `device_access a WHERE ${givesRight('read')}`
const READABLE = `d.id IN (SELECT a.device_id FROM ${ACCESS})`
const IS_READABLE = `EXISTS (SELECT 1 FROM ${ACCESS} AND a.device_id = d.id)`

const COUNTS = `
SELECT (SELECT count(*) FROM devices) AS devices, (SELECT count(DISTINCT a.device_id) FROM ${ACCESS}) AS readable`

/**
 * SQL for one page. The ids are found first, in an index, and then only the rows of the page are read. Without
 * conditions they are not all collected: the index on the names is read up to the end of the page. PostgreSQL
 * plans without the parameters, so a constant limit tells it how few rows a page has. Access is checked again
 * for the page: a program that does not check foreign keys can make the counts equal by accident.
 */
function pageOf(
  { userId, isOnline, limit, offset }: DeviceListQuery,
  conditions: readonly Required<Query>[],
  nowMs: number,
): Query {
  const all = isOnline === undefined ? conditions : [...conditions, inState(isOnline, nowMs)]
  const materialized = all.length > 0 ? 'MATERIALIZED' : 'NOT MATERIALIZED'
  const where = ['true', ...all.map(({ sql }) => sql)].join(' AND ')
  const sql = `
WITH found AS ${materialized} (SELECT d.id, d.name FROM devices d WHERE ${where}),
  page AS (SELECT id FROM found ORDER BY name, id LIMIT ? OFFSET ?)
SELECT counted.total, ${DEVICE_COLUMNS}
FROM (SELECT count(*) AS total FROM found) AS counted
LEFT JOIN (SELECT id FROM page LIMIT ${limit <= 100 ? 100 : 1000}) AS listed ON true
LEFT JOIN devices d ON d.id = listed.id AND ${IS_READABLE}
ORDER BY d.name, d.id`
  return { sql, parameters: [...all.flatMap(({ parameters }) => parameters), limit, offset, userId] }
}

function inState(isOnline: boolean, nowMs: number): Required<Query> {
  const sql = isOnline ? IS_ONLINE : `NOT coalesce(${IS_ONLINE}, false)`
  return { sql, parameters: onlineParameters(nowMs) }
}

/** A page without devices has one row, which contains only the total. */
function toPage(rows: readonly PageRow[]) {
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) }
}
