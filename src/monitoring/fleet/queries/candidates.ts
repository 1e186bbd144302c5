import { IS_ONLINE, IS_SILENT, onlineParameters, silentParameters } from '../../../device/presence.ts'
import { type DeviceCondition, isReadableBy, READ_ACCESS } from '../../../device/queries/readable.ts'
import { BOUND_LIST, boundList, type Query, type Snapshot, type Value } from '../../../storage/database.ts'

/** What is needed of a device to choose and order it. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly timezone: string
  /** The ID of its site. */
  readonly site: string | null
  readonly last_heartbeat_at: string | null
}

/** Who reads, from which state of the database. */
export interface Reader {
  readonly snapshot: Snapshot
  /** Undefined for a command, which may read everything. */
  readonly userId: string | undefined
  /** Whether the access to each device need not be checked. */
  readonly readsAll: boolean
}

/** How many devices are read at once. SQLite reads in the thread that answers screens, which it does between two queries. */
const CHUNK_SIZE = 1000

const COLUMNS = 'd.id, d.name, d.timezone, d.site_id AS site, d.last_heartbeat_at'

/** The condition that the reader may read a device. */
export function readable({ userId, readsAll }: Reader): DeviceCondition {
  return userId === undefined || readsAll ? { sql: 'true', parameters: [] } : isReadableBy(userId)
}

export const isOnlineAt = (nowMs: number): DeviceCondition => ({
  sql: IS_ONLINE,
  parameters: onlineParameters(nowMs),
})
export const withId = (id: string): DeviceCondition => ({ sql: 'd.id = ?', parameters: [id] })
export const atSite = (site: string): DeviceCondition => ({ sql: 'd.site_id = ?', parameters: [site] })
export function atSites(sites: Iterable<string>): DeviceCondition {
  return { sql: `d.site_id IN ${BOUND_LIST}`, parameters: [boundList(sites)] }
}
export const isNever: DeviceCondition = { sql: 'd.last_heartbeat_at IS NULL', parameters: [] }
export const atNoSite: DeviceCondition = { sql: 'd.site_id IS NULL', parameters: [] }

/** A query for the devices that the reader may read and that meet the conditions. @param end its ORDER BY and LIMIT */
function selectQuery(reader: Reader, conditions: readonly DeviceCondition[], end = ''): Query {
  const all = [...conditions, readable(reader)]
  return {
    sql: `SELECT ${COLUMNS} FROM devices d WHERE ${all.map(({ sql }) => sql).join(' AND ')} ${end}`,
    parameters: all.flatMap(({ parameters }) => parameters),
  }
}

/** Reads the devices that meet a condition which few do. */
export function readFew(reader: Reader, ...conditions: DeviceCondition[]): Promise<Candidate[]> {
  return reader.snapshot.all(selectQuery(reader, conditions))
}

/** An order that an index has, from any device on. */
interface Walk {
  readonly conditions: readonly DeviceCondition[]
  readonly after: (last: Candidate) => DeviceCondition
  readonly orderBy: string
}

async function* walk(reader: Reader, { conditions, after, orderBy }: Walk): AsyncGenerator<Candidate[]> {
  let last: Candidate | undefined
  do {
    const from = last === undefined ? conditions : [...conditions, after(last)]
    const end = `ORDER BY ${orderBy} LIMIT ${CHUNK_SIZE}`
    const chunk = await reader.snapshot.all<Candidate>(selectQuery(reader, from, end))
    yield chunk
    last = chunk.length < CHUNK_SIZE ? undefined : chunk.at(-1)
  } while (last !== undefined)
}

const named = ({ name, id }: Candidate): Value[] => [name, id]

/** Reads all devices, in chunks. */
export function walkAll(reader: Reader, ...conditions: DeviceCondition[]) {
  const after = ({ id }: Candidate) => ({ sql: 'd.id > ?', parameters: [id] })
  return walk(reader, { conditions, after, orderBy: 'd.id' })
}

/** Reads the devices that were online and are no longer, in chunks. */
export function walkSilent(reader: Reader, nowMs: number, ...conditions: DeviceCondition[]) {
  const isSilent = { sql: IS_SILENT, parameters: silentParameters(nowMs) }
  const after = (last: Candidate) => ({
    sql: '(d.last_heartbeat_at, d.name, d.id) > (?, ?, ?)',
    parameters: [last.last_heartbeat_at, ...named(last)],
  })
  const orderBy = 'd.last_heartbeat_at, d.name, d.id'
  return walk(reader, { conditions: [isSilent, ...conditions], after, orderBy })
}

/** Reads the devices that have never been online, by name, in chunks. */
export function walkNever(reader: Reader, ...conditions: DeviceCondition[]) {
  const after = (last: Candidate) => ({ sql: '(d.name, d.id) > (?, ?)', parameters: named(last) })
  return walk(reader, { conditions: [isNever, ...conditions], after, orderBy: 'd.name, d.id' })
}

/** Reads the devices that meet the conditions, in the order of their names. @param after the device before them */
export function readByName(
  reader: Reader,
  after: Pick<Candidate, 'name' | 'id'> | undefined,
  limit: number,
  conditions: readonly DeviceCondition[],
): Promise<Candidate[]> {
  const { name, id } = after ?? { name: '', id: '' }
  const isAfter = { sql: '(d.name, d.id) > (?, ?)', parameters: [name, id] }
  const { sql, parameters = [] } = selectQuery(
    reader,
    [...conditions, isAfter],
    'ORDER BY d.name, d.id LIMIT ?',
  )
  return reader.snapshot.all({ sql, parameters: [...parameters, limit] })
}

/** Reads the devices that have been online, the latest heartbeat first. @param after the device before them */
export function readBySeen(
  reader: Reader,
  after: Pick<Candidate, 'last_heartbeat_at' | 'name' | 'id'> | undefined,
  limit: number,
  conditions: readonly DeviceCondition[],
): Promise<Candidate[]> {
  const wasSeen = { sql: 'd.last_heartbeat_at IS NOT NULL', parameters: [] }
  const at = after?.last_heartbeat_at ?? null
  const isAfter = {
    sql: 'd.last_heartbeat_at <= ? AND (d.last_heartbeat_at < ? OR (d.name, d.id) > (?, ?))',
    parameters: [at, at, after?.name ?? '', after?.id ?? ''],
  }
  const all = [...conditions, after === undefined ? wasSeen : isAfter]
  const end = 'ORDER BY d.last_heartbeat_at DESC, d.name, d.id LIMIT ?'
  const { sql, parameters = [] } = selectQuery(reader, all, end)
  return reader.snapshot.all({ sql, parameters: [...parameters, limit] })
}

// From the access to the device: of many devices, a user may read few.
const NEXT_READABLE = `
SELECT page.id AS listed, ${COLUMNS}
FROM (
  SELECT DISTINCT a.device_id AS id FROM ${READ_ACCESS} AND a.device_id > ? ORDER BY a.device_id LIMIT ${CHUNK_SIZE}
) AS page
LEFT JOIN devices d ON d.id = page.id
ORDER BY page.id`

/** Reads all devices that a user may read, in chunks, without reading any others. */
export async function* walkReadable({ snapshot }: Reader, userId: string): AsyncGenerator<Candidate[]> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: (Candidate & { listed: string })[] = await snapshot.all({
      sql: NEXT_READABLE,
      parameters: [userId, after],
    })
    yield rows.filter(({ id }) => id !== null)
    after = rows.length < CHUNK_SIZE ? undefined : rows.at(-1)?.listed
  }
}
