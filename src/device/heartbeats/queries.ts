import { KEY_COLUMNS, type KeyRow } from '../../auth/repository.ts'
import type { RowsStatement } from '../../storage/database.ts'
import { BOUND_LIST, defineQuery } from '../../storage/define-query.ts'
import { HEARTBEAT_REQUIREMENT, rightSql } from '../access.ts'

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
 * @param replacesAfter a stored heartbeat later than this is wrong, and replaced: UTC without its Z
 */
export function recordHeartbeatsStatement(
  heartbeats: readonly Heartbeat[],
  replacesAfter = NEVER,
): RowsStatement {
  return { sql: RECORD_HEARTBEATS, rows: heartbeats.map(({ deviceId, at }) => [deviceId, at, replacesAfter]) }
}

/** The devices in a list whose heartbeats a user may report. */
export const findReportableQuery = defineQuery<[userId: string, deviceIds: Iterable<string>]>(`
SELECT a.device_id AS id FROM device_access a WHERE ${rightSql(HEARTBEAT_REQUIREMENT.right)} AND a.device_id IN ${BOUND_LIST} ORDER BY a.device_id`)

/** A key, and the id of the device if its user may report its heartbeats; otherwise null. */
export type ReportableDeviceRow = KeyRow & { readonly device_id: string | null }

/**
 * A query for a key, and for a device if the user of the key may report its heartbeats. The access is joined last, so that a
 * missing and a forbidden device take the same time.
 */
export const heartbeatAccessQuery = defineQuery<[deviceId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, a.device_id
FROM api_keys k
LEFT JOIN device_access a ON ${rightSql(HEARTBEAT_REQUIREMENT.right, 'k.user_id')} AND a.device_id = ?
WHERE k.hash = ?`)
