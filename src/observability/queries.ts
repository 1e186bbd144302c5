import type { Query } from '../storage/database.ts'

const LAST_HEARTBEAT = 'SELECT max(last_heartbeat_at) AS at FROM devices WHERE last_heartbeat_at <= ?'

/** The row of `lastHeartbeatQuery`. */
export interface LastHeartbeatRow {
  readonly at: string | null
}

/** A query for the newest heartbeat that is not in the future. */
export function lastHeartbeatQuery(nowMs: number): Query {
  return { sql: LAST_HEARTBEAT, parameters: [new Date(nowMs).toISOString()] }
}
