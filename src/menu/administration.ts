import { BOUND_LIST, boundList, type Database, type Query } from '../storage/database.ts'
import { GROUP_COLUMNS, ITEM_COLUMNS, MENU_COLUMNS, type MenuRow } from './repository.ts'
import type { GroupRow, ItemRow } from './tree.ts'

/** A menu with its tree, as rows in an order in which parents come before their children. */
export interface StoredMenu {
  readonly menu: Omit<MenuRow, 'revision'>
  readonly groups: readonly GroupRow[]
  readonly items: readonly ItemRow[]
}

const PUT_MENU = `
INSERT INTO menus (id, name, location_name, restaurant_name) VALUES (?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
  name = excluded.name, location_name = excluded.location_name, restaurant_name = excluded.restaurant_name`

const PUT_GROUP = `
INSERT INTO menu_groups (id, menu_id, parent_id, position, name, description, tags)
VALUES (?, ?, ?, ?, ?, ?, ?)`

const PUT_ITEM = `
INSERT INTO menu_items
  (id, menu_id, group_id, parent_id, position, name, description, price, calories, tags, in_stock)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** SQL that empties a menu, and so frees the ids in it. */
export function* emptyMenu(menuId: string): Generator<Query> {
  yield { sql: 'DELETE FROM menu_items WHERE menu_id = ?', parameters: [menuId] }
  yield { sql: 'DELETE FROM menu_groups WHERE menu_id = ?', parameters: [menuId] }
}

/** SQL that adds a menu, or fills one that was emptied; what is granted stays granted. */
export function* putMenu({ menu, groups, items }: StoredMenu): Generator<Query> {
  yield { sql: PUT_MENU, parameters: [menu.id, menu.name, menu.location_name, menu.restaurant_name] }
  for (const row of groups) {
    const { id, menu_id, parent_id, position, name, description, tags } = row
    yield { sql: PUT_GROUP, parameters: [id, menu_id, parent_id, position, name, description, tags] }
  }
  for (const row of items) {
    const { id, menu_id, group_id, parent_id, position, name, description, price, calories, tags, in_stock } =
      row
    yield {
      sql: PUT_ITEM,
      parameters: [
        id,
        menu_id,
        group_id,
        parent_id,
        position,
        name,
        description,
        price,
        calories,
        tags,
        in_stock,
      ],
    }
  }
}

/** Marks an item in or out of stock. @returns whether there is such an item */
export async function setStock(database: Database, itemId: string, inStock: boolean): Promise<boolean> {
  const sql = 'UPDATE menu_items SET in_stock = ? WHERE id = ?'
  return (await database.batch([{ sql, parameters: [inStock ? 1 : 0, itemId] }])) > 0
}

/** The questions that list everything, for a snapshot. */
export const allMenus: Query = { sql: `SELECT ${MENU_COLUMNS} FROM menus m ORDER BY m.id` }
export const allGroups: Query = {
  sql: `SELECT ${GROUP_COLUMNS} FROM menu_groups ORDER BY menu_id, position, id`,
}
export const allItems: Query = {
  sql: `SELECT ${ITEM_COLUMNS} FROM menu_items ORDER BY menu_id, position, id`,
}

const COUNTED_MENUS = `
SELECT ${MENU_COLUMNS},
  (SELECT count(*) FROM menu_groups WHERE menu_id = m.id) AS groups,
  (SELECT count(*) FROM menu_items WHERE menu_id = m.id) AS items
FROM menus m ORDER BY m.name, m.id`

/** All menus with the number of their groups and items at any depth. */
export async function listMenus(
  database: Database,
): Promise<(MenuRow & { groups: number; items: number })[]> {
  return database.all(COUNTED_MENUS)
}

/** Which of these menus exist. */
export async function findExistingMenus(database: Database, ids: Iterable<string>): Promise<Set<string>> {
  const rows = await database.all<{ id: string }>(
    `SELECT id FROM menus WHERE id IN ${BOUND_LIST}`,
    boundList(ids),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Which ids of groups, or of items, are taken by menus other than these. */
export async function findTakenIds(
  database: Database,
  table: 'menu_groups' | 'menu_items',
  ids: Iterable<string>,
  menuIds: Iterable<string>,
): Promise<Set<string>> {
  const sql = `SELECT id FROM ${table} WHERE id IN ${BOUND_LIST} AND menu_id NOT IN ${BOUND_LIST}`
  const rows = await database.all<{ id: string }>(sql, boundList(ids), boundList(menuIds))
  return new Set(rows.map(({ id }) => id))
}
