import { KEY_COLUMNS } from '../../auth/repository.ts'
import { defineQuery } from '../../storage/define-query.ts'
import { accessSql, type Right } from '../access.ts'

/**
 * Defines a query for a key, and for a device if the user of the key has this right. The access is joined last, so that a missing and
 * a forbidden device take the same time.
 */
export const defineAccessQuery = (right: Right) =>
  defineQuery<[deviceId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, a.device_id AS target_id
FROM api_keys k
LEFT JOIN device_access a ON ${accessSql(right, 'k.user_id')} AND a.device_id = ?
WHERE k.hash = ?`)
