import { type DeviceCondition, joinConditions } from '../../device/queries/readable.ts'
import { pagesOf } from '../../storage/read-pages.ts'
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

export const CANDIDATE_COLUMNS = 'd.id, d.name, d.timezone, d.site_id AS site, d.last_heartbeat_at'

const PAGE_SIZE = 1000

/** Reads the devices that the viewer may read and that meet the conditions, page by page. */
export function readCandidates(
  viewer: Viewer,
  conditions: readonly DeviceCondition[],
): AsyncGenerator<Candidate[]> {
  return pagesOf((last) => {
    const isNext = { sql: 'd.id > ?', parameters: [last?.id ?? ''] }
    const { sql, parameters } = joinConditions([isNext, ...conditions, readable(viewer)])
    return viewer.snapshot.all({
      sql: `SELECT ${CANDIDATE_COLUMNS} FROM devices d WHERE ${sql} ORDER BY d.id LIMIT ${PAGE_SIZE}`,
      parameters,
    })
  }, PAGE_SIZE)
}
