import { KEY_COLUMNS, type KeyRow } from '../../auth/repository.ts'
import { query } from '../../storage/database.ts'
import { givesRight, REPORTER } from '../access.ts'

// The access is joined last, so that a missing and a forbidden device take the same time.

/** A key, and the id of the device if its user may write it; otherwise null. */
export type DeviceAccessRow = KeyRow & { readonly device_id: string | null }

const DEVICE = (right: 'read' | 'update') => `
SELECT ${KEY_COLUMNS}, a.device_id
FROM api_keys k
LEFT JOIN device_access a ON ${givesRight(right, 'k.user_id')} AND a.device_id = ?
WHERE k.hash = ?`
const UPDATED_DEVICE = DEVICE('update')
const REPORTED_DEVICE = DEVICE(REPORTER.right)

/** A query for a key, and for a device if the user of the key may update it. */
export const deviceAccessQuery = query<[deviceId: string, keyHash: string]>(UPDATED_DEVICE)

/** The same, if the user may report its heartbeats. */
export const reporterQuery = query<[deviceId: string, keyHash: string]>(REPORTED_DEVICE)
