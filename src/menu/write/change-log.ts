import { chunks } from '../../lib/chunks.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Statement, Value } from '../../storage/database.ts'
import type { MenuDifference } from './compare-menus.ts'
import {
  CHANGE_LOG_KEPT_MS,
  deleteExcessStatement,
  deleteOldChangesStatement,
  logStatement,
} from './queries/change-log.ts'

/** Longer values are cut off. */
const MAX_VALUE_LENGTH = 250_000

/** The time and the author of a change: a key or a command, or neither if the service itself made it. */
export interface Authorship {
  readonly nowMs: number
  readonly keyId?: string
  readonly command?: string
}

/** What is logged: a difference of a menu, a group or an item (with the id of its menu), or a new key. */
interface LoggedDifference extends Omit<MenuDifference, 'menu' | 'parents' | 'kind'> {
  readonly kind: MenuDifference['kind'] | 'key'
  readonly menu?: { readonly id: string }
}

/**
 * Logs changes in the transaction that makes them. With each entry, a trigger stores the total size of the log up to that entry. Two
 * look-ups in an index are therefore enough to find the entries to delete, however long the log is.
 */
export function* logDifferences(
  differences: readonly LoggedDifference[],
  authorship: Authorship,
): Generator<Statement> {
  const { nowMs, keyId = null, command = null } = authorship
  const prefix = [isoTime(nowMs), keyId, command]
  for (const chunk of chunks(entriesOf(differences))) {
    // A command deletes old entries itself: the retention job runs only where a service does.
    if (command !== null) yield deleteOldChangesStatement(nowMs - CHANGE_LOG_KEPT_MS)
    yield logStatement(chunk.map((entry) => [...prefix, ...entry]))
    yield deleteExcessStatement()
  }
}

/** One entry for each field that differs, or one for a thing that is added or removed. */
function* entriesOf(differences: readonly LoggedDifference[]): Generator<readonly Value[]> {
  for (const { action, kind, id, name, menu = { id }, fields, value } of differences) {
    const what = [action, kind, kind === 'key' ? null : menu.id, id, name]
    const [from, to] = action === 'removed' ? [value, undefined] : [undefined, value]
    for (const difference of fields ?? [{ field: null, from, to }])
      yield [...what, difference.field, toJson(difference.from), toJson(difference.to)]
  }
}

function toJson(value: unknown): string | null {
  if (value === undefined) return null
  const json = JSON.stringify(value)
  return json.length > MAX_VALUE_LENGTH ? JSON.stringify(`${json.slice(0, MAX_VALUE_LENGTH)}…`) : json
}
