import { hash } from 'node:crypto'
import { keysOf } from '../lib/records.ts'
import {
  GROUP_COLUMNS,
  ITEM_COLUMNS,
  MENU_COLUMNS,
  toGroupColumns,
  toItemColumns,
  toMenuColumns,
} from '../menu/menu-rows.ts'
import type { MenuUpdate } from '../menu/write/complete-from-stored.ts'
import type { ImportFileGroup, ImportFileItem, ImportFileMenu } from './schema.ts'

const NO_LOCATION = { name: null, restaurantName: null }
type Pointed<Row> = Row & { readonly pointer: string }
type GroupOfMenu = Pointed<MenuUpdate['groups'][number]>
type ItemOfMenu = Pointed<MenuUpdate['items'][number]>

/**
 * Converts the tree of a menu to rows, each with its JSON pointer relative to the menu. Parents come before
 * their children. A missing id is derived. Fields that are left out get their defaults, unless the menu keeps them.
 */
export function flattenMenu(menu: ImportFileMenu) {
  const { id, keepsLeftOut = false, groups: topLevel } = menu
  const taken = givenIds(topLevel)
  const groups: GroupOfMenu[] = []
  const items: ItemOfMenu[] = []
  addGroups(topLevel, null, '/groups')
  return { menu: menuRow(), groups, items }

  function menuRow(): MenuUpdate['menu'] {
    const { name: location, restaurantName } = (menu.location === null ? NO_LOCATION : menu.location) ?? {}
    const fields = { ...menu, location, restaurantName }
    return { id, ...withLeftOutColumns(toMenuColumns(fields), fields, MENU_COLUMNS.fieldByColumn) }
  }

  function addGroups(nodes: readonly ImportFileGroup[], parent_id: string | null, list: string): void {
    for (const [position, group] of nodes.entries()) {
      const { pointer, id: groupId } = identify(group, `${list}/${position}`)
      const columns = withLeftOutColumns(toGroupColumns(group), group, GROUP_COLUMNS.fieldByColumn)
      groups.push({ pointer, id: groupId, menu_id: id, parent_id, position, ...columns })
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
      const { pointer, id: itemId } = identify(item, `${list}/${position}`)
      const { replacedTags } = item
      const columns = withLeftOutColumns(toItemColumns(item), item, ITEM_COLUMNS.fieldByColumn)
      const place = { pointer, menu_id: id, group_id, parent_id, position }
      items.push({ ...place, id: itemId, ...columns, replacedTags })
      addItems(item.items, group_id, itemId, `${pointer}/items`)
    }
  }

  function identify(node: { id?: string }, pointer: string) {
    return { pointer, id: node.id ?? deriveId(id, pointer, taken) }
  }

  /** A row, with the columns of left-out fields if the menu keeps these. @param fields the field of each column */
  function withLeftOutColumns<Row extends object, Node>(
    row: Row,
    node: Node,
    fields: Record<keyof Row, keyof Node>,
  ) {
    if (!keepsLeftOut) return row
    return { ...row, leftOutColumns: keysOf(row).filter((column) => node[fields[column]] === undefined) }
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
 * @param taken the ids in the file, which must not be derived again: somebody may add entries without an id to an exported file
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
