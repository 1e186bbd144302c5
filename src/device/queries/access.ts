import { KEY_COLUMNS, type KeyRow } from '../../auth/repository.ts'
import { defineQuery } from '../../storage/define-query.ts'
import { type Right, rightSql } from '../access.ts'

/** A key, and the id of what the key may write; null if it may not. */
export type KeyAndTargetRow = KeyRow & { readonly target_id: string | null }

/**
 * Defines a query for a key, and for a device if the user of the key has this right. The access is joined last, so that a missing and
 * a forbidden device take the same time.
 */
export const defineAccessQuery = (right: Right) =>
  defineQuery<[deviceId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, a.device_id AS target_id
FROM api_keys k
LEFT JOIN device_access a ON ${rightSql(right, 'k.user_id')} AND a.device_id = ?
WHERE k.hash = ?`)
