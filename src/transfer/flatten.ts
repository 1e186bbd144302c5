import { hash } from 'node:crypto'
import { type GroupRow, type ItemRow, toGroupColumns, toItemColumns } from '../menu/rows.ts'
import type { ImportFileGroup, ImportFileItem, ImportFileMenu } from './schema.ts'

const NO_LOCATION = { name: null, restaurantName: null }

/**
 * Converts the tree of a menu to rows, each with its JSON pointer relative to the menu. Parents come before
 * their children. A missing id is derived.
 */
export function flattenMenu({ id, name, location, groups: topLevel }: ImportFileMenu) {
  const taken = givenIds(topLevel)
  const groups: (GroupRow & { pointer: string })[] = []
  const items: (ItemRow & { pointer: string })[] = []
  const { name: location_name, restaurantName: restaurant_name } = location ?? NO_LOCATION
  addGroups(topLevel, null, '/groups')
  return { menu: { id, name, location_name, restaurant_name }, groups, items }

  function addGroups(nodes: readonly ImportFileGroup[], parent_id: string | null, list: string): void {
    for (const [position, group] of nodes.entries()) {
      const pointer = `${list}/${position}`
      const groupId = group.id ?? deriveId(id, pointer, taken)
      groups.push({ pointer, id: groupId, menu_id: id, parent_id, position, ...toGroupColumns(group) })
      addGroups(group.groups, groupId, `${pointer}/groups`)
      addItems(group.items, groupId, null, `${pointer}/items`)
    }
  }

  function addItems(
    nodes: readonly ImportFileItem[],
    group_id: string,
    parent_id: string | null,
    list: string,
  ) {
    for (const [position, item] of nodes.entries()) {
      const pointer = `${list}/${position}`
      const itemId = item.id ?? deriveId(id, pointer, taken)
      const place = { menu_id: id, group_id, parent_id, position }
      items.push({ pointer, id: itemId, ...place, ...toItemColumns(item) })
      addItems(item.items, group_id, itemId, `${pointer}/items`)
    }
  }
}

/** The ids that groups and items of a menu already have. */
function givenIds(groups: readonly ImportFileGroup[]): Set<string> {
  const ids = new Set<string>()
  const visit = (node: ImportFileGroup | ImportFileItem) => {
    if (node.id !== undefined) ids.add(node.id)
    node.items.forEach(visit)
    if ('groups' in node) node.groups.forEach(visit)
  }
  groups.forEach(visit)
  return ids
}

/**
 * Derives the id of a group or item without one from its position in the menu. Importing the same file again
 * therefore gives the same ids.
 * @param taken the ids that exist in the menu. An export keeps the derived ids: if an entry is then inserted
 *   at the front, the id derived for its position is already in use.
 */
function deriveId(menuId: string, pointer: string, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const id = toUuid([menuId, pointer, ...(attempt > 0 ? [attempt] : [])])
    if (!taken.has(id)) return id
  }
}

/** A UUID of version 8 (RFC 9562 §5.8) made from a hash. */
function toUuid(content: unknown): string {
  const digits = hash('sha256', JSON.stringify(content), 'hex')
  const variant = (8 + (Number.parseInt(digits.charAt(16), 16) % 4)).toString(16)
  const uuid = `${digits.slice(0, 12)}8${digits.slice(13, 16)}${variant}${digits.slice(17, 32)}`
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
