import type { FieldDifference } from '../../lib/differences.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { GroupRow, ItemRow, NodeRow } from '../menu-rows.ts'
import type { StoredMenu } from './queries/stored-menus.ts'

type Node = GroupRow | ItemRow

/**
 * Finds the menus, groups and items whose remaining members have a new order. Positions cannot be compared, because each added or
 * removed member changes the positions after it.
 * @returns the order of the remaining members, as names, by the kind and the id of their parent, such as `group soups`
 */
export function orderDifferences(before: StoredMenu, after: StoredMenu): Map<string, FieldDifference[]> {
  const differences = new Map<string, FieldDifference[]>()
  for (const list of ['groups', 'items'] as const) {
    const old = groupBy(inOrder<Node>(before[list]), parentOf)
    for (const [parent, rows] of groupBy(inOrder<Node>(after[list]), parentOf)) {
      const difference = orderDifference(list, old.get(parent) ?? [], rows)
      if (difference) differences.set(parent, [...(differences.get(parent) ?? []), difference])
    }
  }
  return differences
}

function orderDifference(
  list: 'groups' | 'items',
  before: readonly NodeRow[],
  after: readonly NodeRow[],
): FieldDifference | undefined {
  const [oldIds, newIds] = [before, after].map((rows) => new Set(rows.map(({ id }) => id)))
  const from = before.filter(({ id }) => newIds?.has(id))
  const to = after.filter(({ id }) => oldIds?.has(id))
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
