import { groupBy } from '../../group-by.ts'
import type { StoredMenu } from '../../menu/admin-queries.ts'
import type { GroupRow, ItemRow } from '../../menu/tree.ts'
import type { FieldChange } from './changes.ts'

/**
 * Finds the menus, groups and items in which things that stay change places. Positions alone do not show this: whatever is
 * added or removed moves all that comes after it.
 * @returns by the id of the parent, the order of those that stay, as names
 */
export function orderChanges(before: StoredMenu, after: StoredMenu): Map<string, FieldChange> {
  const changes = new Map<string, FieldChange>()
  for (const list of ['groups', 'items'] as const) {
    const old = groupBy(inOrder(before[list]), parentOf)
    for (const [parent, rows] of groupBy(inOrder(after[list]), parentOf)) {
      const change = orderChange(list, old.get(parent) ?? [], rows)
      if (change) changes.set(parent, change)
    }
  }
  return changes
}

function orderChange(
  list: 'groups' | 'items',
  before: readonly GroupRow[],
  after: readonly GroupRow[],
): FieldChange | undefined {
  const [oldIds, newIds] = [before, after].map((rows) => new Set(rows.map(({ id }) => id)))
  const from = before.filter(({ id }) => newIds?.has(id))
  const to = after.filter(({ id }) => oldIds?.has(id))
  if (from.every(({ id }, index) => id === to[index]?.id)) return undefined
  const namesOf = (rows: readonly GroupRow[]) => rows.map(({ name }) => name)
  return { field: `order of ${list}`, from: namesOf(from), to: namesOf(to) }
}

function inOrder<Row extends GroupRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.position - b.position)
}

/** The item, the group or the menu that a row is in. */
function parentOf(row: GroupRow | ItemRow): string {
  return row.parent_id ?? ('group_id' in row ? row.group_id : row.menu_id)
}
