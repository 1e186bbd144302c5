import { insertRows } from '../storage/chunks.ts'
import type { Database, Insert, Query } from '../storage/database.ts'

/** How long a change can be looked up. */
export const KEPT_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

/** A change of one field; or something that was added or removed as a whole. */
export interface LoggedChange {
  readonly action: 'added' | 'changed' | 'removed'
  readonly kind: 'menu' | 'group' | 'item'
  readonly id: string
  readonly name: string
  /** Absent if it was added or removed. */
  readonly field?: string
  readonly from?: unknown
  readonly to?: unknown
}

const LOG = `
INSERT INTO change_log (at, key_id, action, kind, target_id, name, field, old_value, new_value)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

/**
 * SQL that logs changes, in the transaction that makes them.
 * @param keyId the key that was used; null if the service has made the change by itself
 */
export function logChanges(
  changes: readonly LoggedChange[],
  keyId: string | null,
  nowMs: number,
): Generator<Insert> {
  const at = new Date(nowMs).toISOString()
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const rows = changes.map(({ action, kind, id, name, field = null, from, to }) => {
    return [at, keyId, action, kind, id, name, field, toJson(from), toJson(to)]
  })
  return insertRows(LOG, rows)
}

/** SQL that deletes changes that are no longer kept. */
export function deleteOldChanges(nowMs: number): Query {
  return { sql: 'DELETE FROM change_log WHERE at < ?', parameters: [oldestAt(nowMs)] }
}

function oldestAt(nowMs: number): string {
  return new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString()
}

/** A row of `change_log`, with the name of its key. Values are JSON. */
export interface ChangeRow {
  readonly at: string
  readonly key_id: string | null
  /** The name of the key, unless it was deleted. */
  readonly key_name: string | null
  readonly action: LoggedChange['action']
  readonly kind: LoggedChange['kind']
  readonly target_id: string
  readonly name: string
  readonly field: string | null
  readonly old_value: string | null
  readonly new_value: string | null
}

const NEWEST_CHANGES = `
SELECT c.at, c.key_id, k.name AS key_name, c.action, c.kind, c.target_id, c.name, c.field, c.old_value, c.new_value
FROM change_log c
LEFT JOIN api_keys k ON k.id = c.key_id
WHERE c.at >= ?
ORDER BY c.id DESC
LIMIT ?`

/** The changes that are kept, the newest first. */
export function listChanges(database: Database, nowMs: number, limit: number): Promise<ChangeRow[]> {
  return database.all<ChangeRow>(NEWEST_CHANGES, oldestAt(nowMs), limit)
}
