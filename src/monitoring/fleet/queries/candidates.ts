import { type DeviceCondition, isReadableBy, isReadableOfMany } from '../../../device/queries/readable.ts'
import type { Snapshot } from '../../../storage/database.ts'

/** What is needed of a device to search and place it. */
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

export const CANDIDATE_COLUMNS = 'd.id, d.name, d.timezone, d.site_id AS site, d.last_heartbeat_at'

/** The condition that the reader may read a device. */
export function readable({ userId, readsAll }: Reader): DeviceCondition {
  return userId === undefined || readsAll ? { sql: 'true', parameters: [] } : isReadableBy(userId)
}

/** The same condition, for a query of many devices. */
export function readableOfMany({ userId, readsAll }: Reader): DeviceCondition {
  return userId === undefined || readsAll ? { sql: 'true', parameters: [] } : isReadableOfMany(userId)
}

/** Joins conditions into one. */
export function all(conditions: readonly DeviceCondition[]): DeviceCondition {
  return {
    sql: ['true', ...conditions.map(({ sql }) => sql)].join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}

/** Reads the devices that the reader may read and that meet the conditions, in chunks. */
export async function* walk(
  reader: Reader,
  conditions: readonly DeviceCondition[],
): AsyncGenerator<Candidate[]> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const isNext = { sql: 'd.id > ?', parameters: [last] }
    const { sql, parameters } = all([isNext, ...conditions, readable(reader)])
    const chunk: Candidate[] = await reader.snapshot.all({
      sql: `SELECT ${CANDIDATE_COLUMNS} FROM devices d WHERE ${sql} ORDER BY d.id LIMIT ${CHUNK_SIZE}`,
      parameters,
    })
    yield chunk
    last = chunk.length < CHUNK_SIZE ? undefined : chunk.at(-1)?.id
  }
}
