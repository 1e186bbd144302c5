import type { RowsStatement } from '../../storage/database.ts'
import { BOUND_LIST, defineQuery } from '../../storage/define-query.ts'
import { accessSql, HEARTBEAT_REQUIREMENT } from '../access.ts'
import { defineAccessQuery } from '../queries/access.ts'

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
 * A statement that records heartbeats of different devices. A late or repeated heartbeat never replaces a newer one.
 * @param replacesAfter a time in UTC, without its Z. A stored heartbeat after it is wrong, and is replaced
 */
export function recordHeartbeatsStatement(
  heartbeats: readonly Heartbeat[],
  replacesAfter = NEVER,
): RowsStatement {
  return { sql: RECORD_HEARTBEATS, rows: heartbeats.map(({ deviceId, at }) => [deviceId, at, replacesAfter]) }
}

/** The devices in a list whose heartbeats a user may report. */
export const findReportableQuery = defineQuery<[userId: string, deviceIds: Iterable<string>]>(`
SELECT a.device_id AS id FROM device_access a WHERE ${accessSql(HEARTBEAT_REQUIREMENT.right)} AND a.device_id IN ${BOUND_LIST} ORDER BY a.device_id`)

/** A query for a key, and for a device if the user of the key may report its heartbeats. */
export const heartbeatAccessQuery = defineAccessQuery(HEARTBEAT_REQUIREMENT.right)
