import { type DeviceCondition, joinConditions } from '../../device/queries/readable.ts'
import { readable, type Viewer } from './viewer.ts'

/** The columns of a device that searching and ordering need. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly timezone: string
  /** The ID of its site. */
  readonly site: string | null
  readonly last_heartbeat_at: string | null
}

/** How many devices are read at once. SQLite blocks the thread, which answers other requests between two queries. */
const CHUNK_SIZE = 1000

export const CANDIDATE_COLUMNS = 'd.id, d.name, d.timezone, d.site_id AS site, d.last_heartbeat_at'

/** Reads the devices that the viewer may read and that meet the conditions, in chunks. */
export async function* walk(
  viewer: Viewer,
  conditions: readonly DeviceCondition[],
): AsyncGenerator<Candidate[]> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const isNext = { sql: 'd.id > ?', parameters: [last] }
    const { sql, parameters } = joinConditions([isNext, ...conditions, readable(viewer)])
    const chunk: Candidate[] = await viewer.snapshot.all({
      sql: `SELECT ${CANDIDATE_COLUMNS} FROM devices d WHERE ${sql} ORDER BY d.id LIMIT ${CHUNK_SIZE}`,
      parameters,
    })
    yield chunk
    last = chunk.length < CHUNK_SIZE ? undefined : chunk.at(-1)?.id
  }
}
