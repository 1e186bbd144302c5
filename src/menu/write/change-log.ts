import { chunks } from '../../storage/chunks.ts'
import type { Database, Query, Statement, Value } from '../../storage/database.ts'
import type { MenuDifference } from './compare-menus.ts'

/** The newest entries are kept: those of so many days, and of all together so many bytes. */
export const CHANGE_LOG_DAYS = 90
export const CHANGE_LOG_MEGABYTES = 100
const DAY_MS = 24 * 60 * 60 * 1000

/** Longer values are cut off. Of the usual ones, only the order of thousands of groups or items is longer. */
const MAX_VALUE_LENGTH = 250_000

/** When menus are changed, and by whom: a key or a command. The service itself has neither. */
export interface Origin {
  readonly nowMs: number
  readonly keyId?: string
  readonly command?: string
}

/** What is logged of a difference, with the id of the menu that a group or an item is in. */
interface LoggedDifference extends Omit<MenuDifference, 'menu' | 'parents'> {
  readonly menu?: { readonly id: string }
}

const LOG = `
INSERT INTO change_log (
  at, key_id, command, action, kind, menu_id, target_id, name, field, old_value, new_value, bytes_so_far
)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const BYTES_SO_FAR = 'SELECT max(bytes_so_far) AS bytes FROM change_log'

/** What an entry takes besides what is in its own columns. */
const BYTES_OF_ROW = 120

// With each entry that is logged, so that at most as much is deleted at once as is added.
const DELETE_EXCESS = `
DELETE FROM change_log
WHERE bytes_so_far <= (SELECT max(bytes_so_far) FROM change_log) - ${CHANGE_LOG_MEGABYTES * 1_000_000}`

/** SQL that logs what is changed in menus, in the transaction that changes it. */
export function* logDifferences(
  differences: readonly LoggedDifference[],
  origin: Origin,
): Generator<Statement> {
  const { nowMs, keyId = null, command = null } = origin
  const who = [new Date(nowMs).toISOString(), keyId, command]
  let bytesSoFar = 0
  const toRow = (line: readonly Value[]) => {
    bytesSoFar += bytesOf(line)
    return [...who, ...line, bytesSoFar]
  }
  if (differences.length > 0) {
    yield { sql: BYTES_SO_FAR, onRows: ([row]) => (bytesSoFar = Number(row?.['bytes'] ?? 0)) }
  }
  for (const chunk of chunks(linesOf(differences))) {
    // A service deletes old lines by itself, but there may be none that does.
    if (command !== null) yield deleteOldChangesQuery(nowMs)
    yield { sql: LOG, rows: chunk.map(toRow) }
    yield { sql: DELETE_EXCESS }
  }
}

/** An estimate of what an entry takes in the database. */
function bytesOf(line: readonly Value[]): number {
  return line.reduce<number>((bytes, value) => bytes + Buffer.byteLength(String(value ?? '')), BYTES_OF_ROW)
}

/** One line for each field that differs, or for what is added or removed. */
function* linesOf(differences: readonly LoggedDifference[]): Generator<readonly Value[]> {
  for (const { action, kind, id, name, menu = { id }, fields, value } of differences) {
    const what = [action, kind, menu.id, id, name]
    const [from, to] = action === 'removed' ? [value, undefined] : [undefined, value]
    if (fields === undefined) yield [...what, null, toJson(from), toJson(to)]
    for (const { field, from, to } of fields ?? []) yield [...what, field, toJson(from), toJson(to)]
  }
}

function toJson(value: unknown): string | null {
  if (value === undefined) return null
  const json = JSON.stringify(value)
  return json.length > MAX_VALUE_LENGTH ? JSON.stringify(`${json.slice(0, MAX_VALUE_LENGTH)}…`) : json
}

/** How many entries are deleted at once. A large import of long ago has far more, and others must not wait for it. */
const DELETED_AT_ONCE = 1000

/** Whether there are entries that are no longer kept. */
export async function findOldChange(database: Database, nowMs: number): Promise<boolean> {
  return (await database.get('SELECT id FROM change_log WHERE at < ? LIMIT 1', oldestAt(nowMs))) !== undefined
}

/** SQL that deletes some of the entries that are no longer kept. */
export function deleteOldChangesQuery(nowMs: number): Query {
  return { sql: DELETE_OLD, parameters: [oldestAt(nowMs)] }
}

const DELETE_OLD = `
DELETE FROM change_log
WHERE id IN (SELECT id FROM change_log WHERE at < ? ORDER BY at LIMIT ${DELETED_AT_ONCE})`

function oldestAt(nowMs: number): string {
  return new Date(nowMs - CHANGE_LOG_DAYS * DAY_MS).toISOString()
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
  readonly kind: MenuDifference['kind']
  /** Null in old lines about groups and items that no longer exist. */
  readonly menu_id: string | null
  readonly target_id: string
  readonly name: string
  /** Null if it was added or removed as a whole. */
  readonly field: string | null
  readonly old_value: string | null
  readonly new_value: string | null
}

const NEWEST_ENTRIES = `
SELECT
  c.id, c.at, c.key_id, k.name AS key_name, c.command, c.action, c.kind, c.menu_id, c.target_id, c.name, c.field,
  c.old_value, c.new_value
FROM change_log c
LEFT JOIN api_keys k ON k.id = c.key_id
WHERE c.at >= ? AND c.id < ?
ORDER BY c.id DESC
LIMIT ?`

/** The entries that are kept, the newest first. @param beforeId only those before the entry with this id */
export function listChangeLog(
  database: Database,
  nowMs: number,
  limit: number,
  beforeId = Number.MAX_SAFE_INTEGER,
): Promise<ChangeLogEntry[]> {
  return database.all<ChangeLogEntry>(NEWEST_ENTRIES, oldestAt(nowMs), beforeId, limit)
}
