import { BOUND_LIST, boundList, type Database, type Query } from '../storage/database.ts'
import { onlineThreshold } from './presence.ts'
import { DEVICE_COLUMNS, type DeviceRow, IS_ONLINE, MAY_READ } from './repository.ts'

/** Which devices to list, and which page of them. */
export interface DeviceListQuery {
  readonly userId: string
  /** The ids to choose from; undefined for all. */
  readonly ids: ReadonlySet<string> | undefined
  /** Undefined for devices in any state. */
  readonly isOnline: boolean | undefined
  readonly limit: number
  readonly offset: number
}

/** One page of a list, and the number of devices in the whole list. */
export interface DeviceListPage {
  readonly total: number
  readonly rows: readonly DeviceRow[]
}

/** Lists the devices that a user may read, by name and then id, as they are at one moment. */
export type DeviceList = (query: DeviceListQuery, nowMs: number) => Promise<DeviceListPage>

/** SQL that is true for some devices `d`, with its parameters. */
type Condition = Required<Query>

type PageRow = { readonly total: number } & (DeviceRow | { readonly id: null })

/**
 * Creates the list of devices. To check the access to each of 100,000 devices takes five times as long as the
 * rest of the query, so the check is left out for users who may read every device. The same snapshot verifies
 * that they still may.
 */
export function createDeviceList(database: Database): DeviceList {
  const readersOfAll = new Set<string>()

  return async function list(query, nowMs): Promise<DeviceListPage> {
    const { userId, ids } = query
    if (ids) {
      const conditions = [amongIds(ids), checkedFor(userId)]
      const [rows] = await database.snapshot<[PageRow[]]>([pageOf(query, conditions, nowMs)])
      return toPage(rows)
    }
    const readsAll = readersOfAll.has(userId)
    const [[counts], rows] = await database.snapshot<[[Counts], PageRow[]]>([
      { sql: COUNTS, parameters: [userId] },
      pageOf(query, readsAll ? [] : [readableBy(userId)], nowMs),
    ])
    const mayReadAll = counts.readable === counts.devices
    if (mayReadAll) readersOfAll.add(userId)
    else readersOfAll.delete(userId)
    return readsAll && !mayReadAll ? list(query, nowMs) : toPage(rows)
  }
}

const ACCESS = `device_access a WHERE a.user_id = ? AND ${MAY_READ}`
const IS_READABLE = `EXISTS (SELECT 1 FROM ${ACCESS} AND a.device_id = d.id)`

interface Counts {
  readonly devices: number
  readonly readable: number
}

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
  conditions: readonly Condition[],
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

/** Collects all devices that a user may read. */
function readableBy(userId: string): Condition {
  return { sql: `d.id IN (SELECT a.device_id FROM ${ACCESS})`, parameters: [userId] }
}

/** Checks the access to each device: faster than `readableBy` for a few devices. */
function checkedFor(userId: string): Condition {
  return { sql: IS_READABLE, parameters: [userId] }
}

function amongIds(ids: ReadonlySet<string>): Condition {
  return { sql: `d.id IN ${BOUND_LIST}`, parameters: [boundList(ids)] }
}

/** By the same rule as `isOnline`. */
function inState(isOnline: boolean, nowMs: number): Condition {
  const { moment, second } = onlineThreshold(nowMs)
  const sql = isOnline ? IS_ONLINE : `NOT coalesce(${IS_ONLINE}, false)`
  return { sql, parameters: [moment, second, moment] }
}

/** A page without devices has one row, which contains only the total. */
function toPage(rows: readonly PageRow[]): DeviceListPage {
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) }
}
