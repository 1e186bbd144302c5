import { DAY_MS } from '../../../lib/time/durations.ts'
import { isoTime } from '../../../lib/time/timestamps.ts'
import type { Database, RowsStatement, Value } from '../../../storage/database.ts'
import { defineQuery, defineReader } from '../../../storage/define-query.ts'
import type { Retention } from '../../../storage/jobs/retention.ts'
import type { MenuDifference } from '../compare-menus.ts'

/** Entries are kept for this many days, and only the newest up to this many megabytes in total. */
export const CHANGE_LOG_DAYS = 90
export const CHANGE_LOG_MEGABYTES = 100
export const CHANGE_LOG_KEPT_MS = CHANGE_LOG_DAYS * DAY_MS

const INSERT_ENTRY = `
INSERT INTO change_log (at, key_id, command, action, kind, menu_id, target_id, name, field, old_value, new_value)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** A statement that adds entries, whose values are in the order of the columns. */
export function logStatement(rows: readonly (readonly Value[])[]): RowsStatement {
  return { sql: INSERT_ENTRY, rows }
}

/** Runs after every write to the log, so each run deletes about as much as was just added. */
export const deleteExcessStatement = defineQuery(`
DELETE FROM change_log
WHERE bytes_so_far <= (SELECT max(bytes_so_far) FROM change_log) - ${CHANGE_LOG_MEGABYTES * 1_000_000}`)

/** How many entries one statement deletes. An old import may have far more, for which other writers would wait too long. */
const DELETED_AT_ONCE = 1000
const findOldChangeQuery = defineQuery<[before: string]>('SELECT id FROM change_log WHERE at < ? LIMIT 1')
const deleteOldStatement = defineQuery<[before: string]>(`
DELETE FROM change_log
WHERE id IN (SELECT id FROM change_log WHERE at < ? ORDER BY at LIMIT ${DELETED_AT_ONCE})`)

/** Deletes some of the entries from before a time. */
export const deleteOldChangesStatement = (beforeMs: number) => deleteOldStatement(isoTime(beforeMs))

export const changeLogRetention: Retention = {
  name: 'change-log-retention',
  keptMs: CHANGE_LOG_KEPT_MS,
  findOldRowQuery: (beforeMs) => findOldChangeQuery(isoTime(beforeMs)),
  deleteStatements: [deleteOldChangesStatement],
}

/** A row of `change_log`, with the name of its key. Values are JSON. */
export interface ChangeLogEntry {
  readonly id: number
  readonly at: string
  readonly key_id: string | null
  /** The name of the key, unless it was deleted. */
  readonly key_name: string | null
  readonly command: string | null
  readonly action: MenuDifference['action']
  readonly kind: MenuDifference['kind'] | 'key'
  /** Null for keys, and in old entries about groups and items that no longer exist. */
  readonly menu_id: string | null
  readonly target_id: string
  readonly name: string
  /** Null if the whole thing was added or removed. */
  readonly field: string | null
  readonly old_value: string | null
  readonly new_value: string | null
}

const findNewestEntries = defineReader<ChangeLogEntry, [since: string, limit: number]>(`
SELECT
  c.id, c.at, c.key_id, k.name AS key_name, c.command, c.action, c.kind, c.menu_id, c.target_id, c.name, c.field,
  c.old_value, c.new_value
FROM change_log c
LEFT JOIN api_keys k ON k.id = c.key_id
WHERE c.at >= ?
ORDER BY c.id DESC
LIMIT ?`)

/** The entries that are kept, the newest first. */
export function listChangeLog(database: Database, nowMs: number, limit: number): Promise<ChangeLogEntry[]> {
  return findNewestEntries(database, isoTime(nowMs - CHANGE_LOG_KEPT_MS), limit)
}
