import { hash } from 'node:crypto'
import { columnNames } from '../lib/fields.ts'
import { GROUP_COLUMNS, ITEM_COLUMNS, toGroupColumns, toItemColumns } from '../menu/rows.ts'
import type { WantedMenu } from '../menu/write/keep-left-out.ts'
import type { ImportFileGroup, ImportFileItem, ImportFileMenu } from './schema.ts'

type Pointed<Row> = Row & { readonly pointer: string }
type GroupOfMenu = Pointed<WantedMenu['groups'][number]>
type ItemOfMenu = Pointed<WantedMenu['items'][number]>

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
  return { menu: menuRow(menu), groups, items }

  function addGroups(nodes: readonly ImportFileGroup[], parent_id: string | null, list: string): void {
    for (const [position, group] of nodes.entries()) {
      const pointer = `${list}/${position}`
      const groupId = group.id ?? deriveId(id, pointer, taken)
      const place = { menu_id: id, parent_id, position }
      const said = toGroupColumns(group)
      const columns = keepsLeftOut ? withLeftOut(said, group, GROUP_COLUMNS) : said
      groups.push({ pointer, id: groupId, ...place, ...columns })
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
      const said = toItemColumns(item)
      const columns = keepsLeftOut ? withLeftOut(said, item, ITEM_COLUMNS) : said
      items.push({ pointer, id: itemId, ...place, ...columns })
      addItems(item.items, group_id, itemId, `${pointer}/items`)
    }
  }
}

function menuRow({ id, name, location, keepsLeftOut = false }: ImportFileMenu): WantedMenu['menu'] {
  const given = location === null ? { name: null, restaurantName: null } : { ...location }
  const columns = { location_name: given.name ?? null, restaurant_name: given.restaurantName ?? null }
  const leftOut: (keyof typeof columns)[] = []
  if (keepsLeftOut && given.name === undefined) leftOut.push('location_name')
  if (keepsLeftOut && given.restaurantName === undefined) leftOut.push('restaurant_name')
  return { id, name, ...columns, leftOut }
}

/** A row with the names of the columns that a node says nothing about. @param fields the field of each column */
function withLeftOut<Row extends object, Node>(row: Row, node: Node, fields: Record<keyof Row, keyof Node>) {
  return { ...row, leftOut: columnNames(row).filter((column) => node[fields[column]] === undefined) }
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
