import { BOUND_LIST, query, type RowsStatement } from '../../storage/database.ts'
import { givesRight, HEARTBEAT_RULE } from '../access.ts'

export interface Heartbeat {
  readonly deviceId: string
  /** UTC, ending in Z. */
  readonly at: string
}

// Without the Z, timestamps of different precision sort in the order of time.
const RECORD_HEARTBEATS = `
WITH reported (id, at, replaces_after) AS (VALUES (?, ?, ?))
UPDATE devices SET last_heartbeat_at = reported.at FROM reported
WHERE devices.id = reported.id AND (
  last_heartbeat_at IS NULL
  OR rtrim(last_heartbeat_at, 'Z') < rtrim(reported.at, 'Z')
  OR rtrim(last_heartbeat_at, 'Z') > reported.replaces_after
)`
/** Sorts after all times. */
const NEVER = '~'

/**
 * A statement that records heartbeats of different devices. A late or repeated one never moves a device back in time.
 * @param replacesAfter a stored heartbeat later than this is wrong, and replaced: UTC without its Z
 */
export function recordHeartbeatsStatement(
  heartbeats: readonly Heartbeat[],
  replacesAfter = NEVER,
): RowsStatement {
  return { sql: RECORD_HEARTBEATS, rows: heartbeats.map(({ deviceId, at }) => [deviceId, at, replacesAfter]) }
}

/** A query for the ids of the devices in a list of which a user may report heartbeats. */
export const findReportableQuery = query<[userId: string, deviceIds: Iterable<string>]>(`
SELECT a.device_id AS id FROM device_access a WHERE ${givesRight(HEARTBEAT_RULE.right)} AND a.device_id IN ${BOUND_LIST} ORDER BY a.device_id`)
