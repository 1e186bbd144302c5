import type { Group } from '../../browser/menu/menu-fields.ts'
import { flattenGroups } from '../../browser/tree.ts'

/**
 * Leaves out empty groups. A group with no items and no description is replaced by its child groups if it has only one child
 * group, or has no sibling. Its name would be a heading above a heading, and tell guests nothing.
 */
export function withoutRedundantGroups(groups: readonly Group[]): Group[] {
  const shown = groups.filter(isShown)
  const list: Group[] = []
  for (const group of shown) {
    const children = withoutRedundantGroups(group.groups)
    const isNeedless = hasOnlyGroups(group) && (shown.length === 1 || children.length === 1)
    list.push(...(isNeedless ? children : [{ ...group, groups: children }]))
  }
  return list
}

/** An empty group is hidden, unless it has a description ("closed on Mondays"). */
function isShown(group: Group): boolean {
  return flattenGroups([group]).some(({ node }) => node.description || node.items.length > 0)
}

/** Whether a group contains nothing but groups. */
export function hasOnlyGroups({ description, items }: Group): boolean {
  return !description && items.length === 0
}
