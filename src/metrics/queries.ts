import { reader } from '../storage/database.ts'

/** Finds the newest heartbeat that is not after a time. */
export const findLastHeartbeat = reader<{ readonly at: string | null }, [at: string]>(
  'SELECT max(last_heartbeat_at) AS at FROM devices WHERE last_heartbeat_at <= ?',
)
