import type { MenuRow } from '../menu/repository.ts'
import type { GroupRow, ItemRow } from '../menu/tree.ts'
import { deriveId } from './ids.ts'
import type { DocumentGroup, DocumentItem, DocumentMenu } from './schema.ts'

/** A row with its JSON pointer. */
interface WithPointer<Row> {
  readonly pointer: string
  readonly row: Row
}

/** A menu as rows, each with its JSON pointer. Parents come before their children. */
export interface FlatMenu {
  readonly menu: Omit<MenuRow, 'revision'>
  readonly groups: readonly WithPointer<GroupRow>[]
  readonly items: readonly WithPointer<ItemRow>[]
}

/** Converts the tree of a menu to rows. A missing id is derived. JSON pointers are relative to the menu. */
export function flattenMenu(menu: DocumentMenu): FlatMenu {
  const { id, name, location } = menu
  const taken = givenIds(menu.groups)
  const groups: WithPointer<GroupRow>[] = []
  const items: WithPointer<ItemRow>[] = []
  const menuRow = {
    id,
    name,
    location_name: location?.name ?? null,
    restaurant_name: location?.restaurantName ?? null,
  }
  addGroups(menu.groups, null, '/groups')
  return { menu: menuRow, groups, items }

  function addGroups(nodes: readonly DocumentGroup[], parentId: string | null, listPointer: string): void {
    for (const [position, group] of nodes.entries()) {
      const pointer = `${listPointer}/${position}`
      const row = toGroupRow(group, group.id ?? deriveId(id, pointer, taken), parentId, position)
      groups.push({ pointer, row })
      addGroups(group.groups, row.id, `${pointer}/groups`)
      addItems(group.items, row.id, null, `${pointer}/items`)
    }
  }

  function addItems(
    nodes: readonly DocumentItem[],
    groupId: string,
    parentId: string | null,
    listPointer: string,
  ): void {
    for (const [position, item] of nodes.entries()) {
      const pointer = `${listPointer}/${position}`
      const row = toItemRow(item, item.id ?? deriveId(id, pointer, taken), groupId, parentId, position)
      items.push({ pointer, row })
      addItems(item.items, groupId, row.id, `${pointer}/items`)
    }
  }

  function toGroupRow(
    group: DocumentGroup,
    groupId: string,
    parentId: string | null,
    position: number,
  ): GroupRow {
    return {
      id: groupId,
      menu_id: id,
      parent_id: parentId,
      position,
      name: group.name,
      description: group.description,
      tags: JSON.stringify(group.tags),
    }
  }

  function toItemRow(
    item: DocumentItem,
    itemId: string,
    groupId: string,
    parentId: string | null,
    position: number,
  ): ItemRow {
    return {
      id: itemId,
      menu_id: id,
      group_id: groupId,
      parent_id: parentId,
      position,
      name: item.name,
      description: item.description,
      price: item.price,
      calories: item.calories,
      tags: JSON.stringify(item.tags),
      in_stock: item.inStock ? 1 : 0,
    }
  }
}

/** The ids that groups and items of a menu already have. */
function givenIds(groups: readonly DocumentGroup[]): Set<string> {
  const ids = new Set<string>()
  const visit = (node: DocumentGroup | DocumentItem) => {
    if (node.id !== undefined) ids.add(node.id)
    node.items.forEach(visit)
    if ('groups' in node) node.groups.forEach(visit)
  }
  groups.forEach(visit)
  return ids
}
