import { KEY_COLUMNS, type KeyRow } from '../../auth/repository.ts'
import { query } from '../../storage/database.ts'
import { givesRight, HEARTBEAT_RULE } from '../access.ts'

/** A key, and the id of the device if its user may report its heartbeats; otherwise null. */
export type DeviceAccessRow = KeyRow & { readonly device_id: string | null }

/**
 * A query for a key, and for a device if the user of the key may report its heartbeats. The access is joined last, so that a
 * missing and a forbidden device take the same time.
 */
export const reporterQuery = query<[deviceId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, a.device_id
FROM api_keys k
LEFT JOIN device_access a ON ${givesRight(HEARTBEAT_RULE.right, 'k.user_id')} AND a.device_id = ?
WHERE k.hash = ?`)
