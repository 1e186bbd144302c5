import { chunks } from '../../../lib/chunks.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { keysOf } from '../../../lib/records.ts'
import type { Database, Query, Read } from '../../../storage/database.ts'
import { BOUND_LIST, boundList, defineQuery } from '../../../storage/define-query.ts'
import { read, upsertRows } from '../../../storage/statements.ts'
import {
  GROUP_COLUMNS,
  type GroupRow,
  ITEM_COLUMNS,
  type ItemRow,
  MENU_COLUMNS,
  type MenuRow,
} from '../../menu-rows.ts'
import { groupsQuery, itemsQuery, menusQuery, menuTreeQueries } from '../../queries.ts'

/** A menu with its tree, as rows. Parents come before their children. */
export interface MenuWithTree {
  readonly menu: Omit<MenuRow, 'revision'>
  readonly groups: readonly GroupRow[]
  readonly items: readonly ItemRow[]
}

export interface UpsertedRows extends Pick<MenuWithTree, 'groups' | 'items'> {
  readonly menus: readonly MenuWithTree['menu'][]
}

/** Reads menus with their trees in a transaction that writes. */
export function* readStoredMenus(ids: readonly string[]): Generator<Read, Map<string, MenuWithTree>> {
  const menus = yield* read<MenuRow>(menusQuery(ids))
  const groups = groupBy(yield* read<GroupRow>(groupsQuery(ids)), ({ menu_id }) => menu_id)
  const items = groupBy(yield* read<ItemRow>(itemsQuery(ids)), ({ menu_id }) => menu_id)
  const stored = menus.map((menu) => ({
    menu,
    groups: groups.get(menu.id) ?? [],
    items: items.get(menu.id) ?? [],
  }))
  return new Map(stored.map((each) => [each.menu.id, each]))
}

/** Reads a menu and its revision from a snapshot, outside of a transaction that writes. */
export async function readMenuFromSnapshot(database: Database, menuId: string) {
  const [[menu], groups, items] = await database.readTogether<[MenuRow[], GroupRow[], ItemRow[]]>(
    menuTreeQueries([menuId]),
  )
  return menu && { menu, groups, items }
}

/** An item, and when it is in stock again; null means never. */
export type ChangeableItem = ItemRow & { readonly in_stock_again_at: string | null }

export const findChangeableItemQuery = defineQuery<[menuId: string, itemId: string]>(`
SELECT ${keysOf(ITEM_COLUMNS.fieldByColumn)
  .map((column) => `i.${column}`)
  .join(', ')}, r.at AS in_stock_again_at
FROM menu_items i
LEFT JOIN restocks r ON r.menu_id = i.menu_id AND r.item_id = i.id
WHERE i.menu_id = ? AND i.id = ?`)

/**
 * SQL that adds menus, groups and items, or replaces those with the same id (and, for groups and items, in the same menu).
 * Existing grants are kept.
 */
export function* upsertMenuRows({ menus = [], groups = [], items = [] }: Partial<UpsertedRows>) {
  yield* upsertRows('menus', ['id'], keysOf(MENU_COLUMNS.fieldByColumn), menus)
  yield* upsertRows('menu_groups', ['menu_id', 'id'], keysOf(GROUP_COLUMNS.fieldByColumn), groups)
  yield* upsertRows('menu_items', ['menu_id', 'id'], keysOf(ITEM_COLUMNS.fieldByColumn), items)
}

/** SQL that deletes groups, or items, of a menu. */
export function* deleteNodes(
  table: 'menu_groups' | 'menu_items',
  menuId: string,
  ids: Iterable<string>,
): Generator<Query> {
  const sql = `DELETE FROM ${table} WHERE menu_id = ? AND id IN ${BOUND_LIST}`
  for (const chunk of chunks(ids)) yield { sql, parameters: [menuId, boundList(chunk)] }
}

/** How many items one statement deletes. More could exceed PostgreSQL's statement timeout. */
const DELETED_AT_ONCE = 10_000
const DELETE_RANGE = `
DELETE FROM menu_items
WHERE menu_id = ? AND (position, id) >= (?, ?) AND (position, id) <= (?, ?)`

/** SQL that deletes all items of a menu by position, the order on disk. By id it takes twice as long. */
export function* deleteAllItems(menuId: string, items: readonly ItemRow[]): Generator<Query> {
  for (const chunk of chunks(items, { size: DELETED_AT_ONCE })) {
    const ends = [chunk[0], chunk.at(-1)].flatMap((item) => (item ? [item.position, item.id] : []))
    yield { sql: DELETE_RANGE, parameters: [menuId, ...ends] }
  }
}
