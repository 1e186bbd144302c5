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

  function addGroups(nodes: readonly DocumentGroup[], parentId: string | null, list: string): void {
    for (const [position, { name, description, ...group }] of nodes.entries()) {
      const pointer = `${list}/${position}`
      const groupId = group.id ?? deriveId(id, pointer, taken)
      const tags = JSON.stringify(group.tags)
      const row = { id: groupId, menu_id: id, parent_id: parentId, position, name, description, tags }
      groups.push({ pointer, row })
      addGroups(group.groups, groupId, `${pointer}/groups`)
      addItems(group.items, { group_id: groupId, parent_id: null }, `${pointer}/items`)
    }
  }

  function addItems(
    nodes: readonly DocumentItem[],
    parent: Pick<ItemRow, 'group_id' | 'parent_id'>,
    list: string,
  ): void {
    for (const [position, { name, description, price, calories, ...item }] of nodes.entries()) {
      const pointer = `${list}/${position}`
      const itemId = item.id ?? deriveId(id, pointer, taken)
      const tags = JSON.stringify(item.tags)
      const fields = { name, description, price, calories, tags, in_stock: item.inStock ? 1 : 0 } as const
      items.push({ pointer, row: { id: itemId, menu_id: id, ...parent, position, ...fields } })
      addItems(item.items, { ...parent, parent_id: itemId }, `${pointer}/items`)
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
