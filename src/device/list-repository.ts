import { ask, BOUND_LIST, boundList, type Dialogue, type Query } from '../storage/database.ts'
import { onlineThreshold } from './presence.ts'
import { DEVICE_COLUMNS, type DeviceRow, IS_ONLINE } from './repository.ts'

/** Some of the devices of a user, in their order. */
export interface Page {
  readonly userId: string
  readonly limit: number
  readonly offset: number
  /** The offset counts from the end. */
  readonly isFromEnd?: boolean
}

/** A piece of SQL with its parameters. */
export type Part = Required<Query>

// Not as for a single device: PostgreSQL would take so few of many for readable that it chose other ways.
const MAY_READ = "a.level IN ('read', 'update')"
const IS_READABLE = `EXISTS (
  SELECT 1 FROM device_access a WHERE a.user_id = ? AND a.device_id = d.id AND ${MAY_READ})`

/** SQL: whether device `d` is in a state, and the same as conditions each of which one range of an index meets. */
export interface PresenceFilter extends Part {
  readonly ranges: readonly Part[]
}

/** SQL: a state that every device is in. */
export const anyPresence: PresenceFilter = { sql: 'true', parameters: [], ranges: [] }

/** SQL: whether devices are in a state now, by the same rule as `isOnline`. */
export function presenceFilter(isOnline: boolean, nowMs: number): PresenceFilter {
  const { moment, second } = onlineThreshold(nowMs)
  if (isOnline) {
    const state = { sql: IS_ONLINE, parameters: [moment, second, moment] }
    return { ...state, ranges: [state] }
  }
  const before = { sql: HEARD_OF_BEFORE, parameters: [second, moment] }
  return {
    ...before,
    sql: `(${NEVER_HEARD_OF} OR ${HEARD_OF_BEFORE})`,
    ranges: [{ sql: NEVER_HEARD_OF, parameters: [] }, before],
  }
}

const NEVER_HEARD_OF = 'd.last_heartbeat_at IS NULL'
const HEARD_OF_BEFORE = "(d.last_heartbeat_at < ? AND rtrim(d.last_heartbeat_at, 'Z') < ?)"

/** SQL: all devices in a state, whoever may read them. */
export function everyDevice({ ranges }: PresenceFilter): Part {
  // Not as one condition with an OR: SQLite would go on to each row to find it but once.
  const parts = ranges.map(({ sql }) => `SELECT d.id, d.name FROM devices d WHERE ${sql}`)
  return {
    sql: `(${parts.join(' UNION ALL ')}) AS d WHERE true`,
    parameters: ranges.flatMap(({ parameters }) => parameters),
  }
}

/** SQL: the devices that a user may read, found by their state. */
export function readableByState(userId: string, state: PresenceFilter): Part {
  const { sql, parameters } = everyDevice(state)
  return { sql: `${sql} AND ${IS_READABLE}`, parameters: [...parameters, userId] }
}

/** SQL: the devices that a user may read, found by what they may read. */
export function readableByAccess(userId: string, state: Part): Part {
  const sql = `(SELECT DISTINCT a.device_id FROM device_access a WHERE a.user_id = ? AND ${MAY_READ}) AS readable
CROSS JOIN devices d WHERE d.id = readable.device_id AND ${state.sql}`
  return { sql, parameters: [userId, ...state.parameters] }
}

/** SQL: the devices that a user may read, found by their ids. */
export function readableAmong(ids: Iterable<string>, userId: string, state: Part): Part {
  const sql = `devices d WHERE d.id IN ${BOUND_LIST} AND ${IS_READABLE} AND ${state.sql}`
  return { sql, parameters: [boundList(ids), userId, ...state.parameters] }
}

/** How many devices there are. */
export interface Counts {
  readonly devices: number
  /** Of these, how many a user may read. */
  readonly readable: number
}

/** Names which devices there are and who may read them: another as soon as that has changed. */
export function* listsVersion(): Dialogue<string> {
  const [row] = yield* ask<{ version: string }>({ sql: 'SELECT version FROM device_lists' })
  return row?.version ?? ''
}

const COUNT_READABLE = `
SELECT count(DISTINCT a.device_id) AS readable, (SELECT count(*) FROM devices) AS devices
FROM device_access a
WHERE a.user_id = ? AND ${MAY_READ}`

export function* countReadable(userId: string): Dialogue<Counts> {
  const [counts] = yield* ask<Counts>({ sql: COUNT_READABLE, parameters: [userId] })
  return counts ?? { devices: 0, readable: 0 }
}

export function* count({ sql, parameters }: Part): Dialogue<number> {
  const [row] = yield* ask<{ total: number }>({ sql: `SELECT count(*) AS total FROM ${sql}`, parameters })
  return row?.total ?? 0
}

const inOrder = ({ isFromEnd }: Page) =>
  isFromEnd ? 'ORDER BY d.name DESC, d.id DESC' : 'ORDER BY d.name, d.id'

/** Finds all devices first, and then puts them in order. */
export function sortDevices(source: Part, page: Page): Dialogue<readonly DeviceRow[]> {
  const found = `WITH found AS MATERIALIZED (SELECT d.id, d.name FROM ${source.sql})`
  return readPage(found, { ...source, sql: 'found d' }, page)
}

/** Walks in the order of names past devices all of which the user may read. */
export function walkAll(state: PresenceFilter, page: Page): Dialogue<readonly DeviceRow[]> {
  return readPage('', { ...state, sql: `devices d WHERE ${state.sql}` }, page)
}

/** Walks in the order of names, asking about each device whether the user may read it. */
export function walkReadable(page: Page): Dialogue<readonly DeviceRow[]> {
  return readPage('', { sql: `devices d WHERE ${IS_READABLE}`, parameters: [page.userId] }, page)
}

// Where a program has broken references, numbers alone prove nothing: each device of the page is asked about.
const DEVICES_OF_PAGE = `
SELECT ${DEVICE_COLUMNS} FROM devices d WHERE d.id IN ${BOUND_LIST} AND ${IS_READABLE} ORDER BY d.name, d.id`

/** First the ids and then their rows: PostgreSQL may take a page for so many that it would rather read all rows. */
function* readPage(start: string, source: Part, page: Page): Dialogue<readonly DeviceRow[]> {
  const sql = `${start} SELECT d.id FROM ${source.sql} ${inOrder(page)} LIMIT ? OFFSET ?`
  const ids = yield* ask<{ id: string }>({ sql, parameters: [...source.parameters, page.limit, page.offset] })
  const parameters = [boundList(ids.map(({ id }) => id)), page.userId]
  return yield* ask<DeviceRow>({ sql: DEVICES_OF_PAGE, parameters })
}
