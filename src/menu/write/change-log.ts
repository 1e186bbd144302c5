import { chunks, readRows } from '../../storage/chunks.ts'
import type { Statement, Value } from '../../storage/database.ts'
import type { MenuDifference } from './compare-menus.ts'
import {
  CHANGE_LOG_KEPT_MS,
  deleteExcessQuery,
  deleteOldChangesQuery,
  type LoggedBytes,
  loggedBytesQuery,
  logStatement,
} from './queries/change-log.ts'

/** Longer values are cut off. In practice, only the order of thousands of groups or items is longer. */
const MAX_VALUE_LENGTH = 250_000

/** The time and the author of a change: a key or a command, or neither if the service itself made it. */
export interface ChangeOrigin {
  readonly nowMs: number
  readonly keyId?: string
  readonly command?: string
}

/** An entry of the log for a difference. A group or an item has the id of its menu. A new key is logged as well. */
interface LoggedDifference extends Omit<MenuDifference, 'menu' | 'parents' | 'kind'> {
  readonly kind: MenuDifference['kind'] | 'key'
  readonly menu?: { readonly id: string }
}

/** An estimate of what a row takes besides the texts of its line. The trigger `change_log_measured` has its own estimate. */
const BYTES_OF_ROW = 120

/** SQL that logs changes, in the transaction that makes them. */
export function* logDifferences(
  differences: readonly LoggedDifference[],
  origin: ChangeOrigin,
): Generator<Statement> {
  const { nowMs, keyId = null, command = null } = origin
  const prefix = [new Date(nowMs).toISOString(), keyId, command]
  let bytesSoFar = 0
  const toRow = (line: readonly Value[]) => {
    bytesSoFar += bytesOf(line)
    return [...prefix, ...line, bytesSoFar]
  }
  if (differences.length > 0) {
    const [logged] = yield* readRows<LoggedBytes>(loggedBytesQuery)
    bytesSoFar = Number(logged?.bytes ?? 0)
  }
  for (const chunk of chunks(linesOf(differences))) {
    // A command deletes old entries itself: the retention job runs only where a service does.
    if (command !== null) yield deleteOldChangesQuery(nowMs - CHANGE_LOG_KEPT_MS)
    yield logStatement(chunk.map(toRow))
    yield deleteExcessQuery
  }
}

/** An estimate of the size of an entry in the database. */
function bytesOf(line: readonly Value[]): number {
  return line.reduce<number>((bytes, value) => bytes + Buffer.byteLength(String(value ?? '')), BYTES_OF_ROW)
}

/** One line for each field that differs, or one for a thing that is added or removed. */
function* linesOf(differences: readonly LoggedDifference[]): Generator<readonly Value[]> {
  for (const { action, kind, id, name, menu = { id }, fields, value } of differences) {
    const what = [action, kind, kind === 'key' ? null : menu.id, id, name]
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
