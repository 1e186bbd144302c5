import { query } from '../storage/database.ts'

/** The row of `lastHeartbeatQuery`. */
export interface LastHeartbeatRow {
  readonly at: string | null
}

/** A query for the newest heartbeat that is not after a time. */
export const lastHeartbeatQuery = query<[at: string]>(
  'SELECT max(last_heartbeat_at) AS at FROM devices WHERE last_heartbeat_at <= ?',
)
