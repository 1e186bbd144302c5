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

/** What an entry takes besides its texts; who and when included, which is why triggers count 150 for entries of earlier versions. */
const BYTES_OF_ROW = 120

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
    const [logged] = yield* readRows<LoggedBytes>(loggedBytesQuery)
    bytesSoFar = Number(logged?.bytes ?? 0)
  }
  for (const chunk of chunks(linesOf(differences))) {
    // A service deletes old lines by itself, but there may be none that does.
    if (command !== null) yield deleteOldChangesQuery(nowMs - CHANGE_LOG_KEPT_MS)
    yield logStatement(chunk.map(toRow))
    yield deleteExcessQuery
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
