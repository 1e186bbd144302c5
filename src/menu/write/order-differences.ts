import type { FieldDifference } from '../../lib/differences.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { GroupRow, ItemRow, NodeRow } from '../menu-rows.ts'
import type { MenuWithTree } from './queries/stored-menus.ts'

type Node = GroupRow | ItemRow

/**
 * Finds the parents whose remaining groups or items have a new order. Positions cannot be compared, because adding or removing a group
 * or an item changes the positions after it.
 * @returns the order of what remains, as names, by the kind and the id of the parent, such as `group soups`
 */
export function orderDifferences(stored: MenuWithTree, wanted: MenuWithTree): Map<string, FieldDifference[]> {
  const differences = new Map<string, FieldDifference[]>()
  for (const list of ['groups', 'items'] as const) {
    const storedChildren = groupBy(inOrder<Node>(stored[list]), parentOf)
    for (const [parent, children] of groupBy(inOrder<Node>(wanted[list]), parentOf)) {
      const difference = orderDifference(list, storedChildren.get(parent) ?? [], children)
      if (difference) differences.set(parent, [...(differences.get(parent) ?? []), difference])
    }
  }
  return differences
}

function orderDifference(
  list: 'groups' | 'items',
  stored: readonly NodeRow[],
  wanted: readonly NodeRow[],
): FieldDifference | undefined {
  const [storedIds, wantedIds] = [stored, wanted].map((rows) => new Set(rows.map(({ id }) => id)))
  const from = stored.filter(({ id }) => wantedIds?.has(id))
  const to = wanted.filter(({ id }) => storedIds?.has(id))
  if (from.every(({ id }, index) => id === to[index]?.id)) return undefined
  const namesOf = (rows: readonly NodeRow[]) => rows.map(({ name }) => name)
  return { field: `order of ${list}`, from: namesOf(from), to: namesOf(to) }
}

function inOrder<Row extends NodeRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.position - b.position)
}

function parentOf(row: Node): string {
  if ('group_id' in row) return row.parent_id === null ? `group ${row.group_id}` : `item ${row.parent_id}`
  return row.parent_id === null ? `menu ${row.menu_id}` : `group ${row.parent_id}`
}
