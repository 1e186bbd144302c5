import { chunks, deleteRows, findIds, insertRows } from '../storage/chunks.ts'
import {
  BOUND_LIST,
  boundList,
  type Database,
  type Insert,
  type Query,
  type Value,
} from '../storage/database.ts'
import { GROUP_COLUMNS, ITEM_COLUMNS, MENU_COLUMNS, type MenuRow } from './repository.ts'
import type { GroupRow, ItemRow } from './tree.ts'

/** A menu with its tree, as rows. Parents come before their children. */
export interface StoredMenu {
  readonly menu: Omit<MenuRow, 'revision'>
  readonly groups: readonly GroupRow[]
  readonly items: readonly ItemRow[]
}

const MENU = ['id', 'name', 'location_name', 'restaurant_name'] as const
const GROUP = ['id', 'menu_id', 'parent_id', 'position', 'name', 'description', 'tags'] as const
const ITEM = [...GROUP, 'group_id', 'price', 'calories', 'in_stock'] as const

/** SQL for adding rows, and for replacing those with the same id. */
const replacing = (columns: readonly string[]) =>
  `ON CONFLICT (id) DO UPDATE SET ${columns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

/**
 * SQL that adds menus, groups and items, or replaces those with the same id. A group or an item may come from another menu.
 * Existing grants are kept.
 */
export function* putMenus(
  menus: readonly (Pick<StoredMenu, 'groups' | 'items'> & {
    readonly menu: StoredMenu['menu'] | undefined
  })[],
): Generator<Insert> {
  const menuRows = menus.flatMap(({ menu }) => menu ?? [])
  yield* insertInto('menus', MENU, menuRows)
  const groupRows = menus.flatMap(({ groups }) => groups)
  yield* insertInto('menu_groups', GROUP, groupRows)
  const itemRows = menus.flatMap(({ items }) => items)
  yield* insertInto('menu_items', ITEM, itemRows)
}

/** SQL that deletes groups or items, with everything in them. */
export const deleteGroups = (ids: Iterable<string>) => deleteRows('menu_groups', ids)
export const deleteItems = (ids: Iterable<string>) => deleteRows('menu_items', ids)

/** SQL that deletes menus, with their groups, items and grants. */
export const deleteMenus = (ids: Iterable<string>) => deleteRows('menus', ids)

/** A query for those of these menus that exist. */
export function findMenuRows(ids: Iterable<string>): Query {
  return {
    sql: `SELECT ${MENU.join(', ')} FROM menus WHERE id IN ${BOUND_LIST}`,
    parameters: [boundList(ids)],
  }
}

/** Queries for the groups and the items of these menus, from which their trees are built. */
export function findTrees(menuIds: Iterable<string>): { readonly groups: Query; readonly items: Query } {
  const parameters = [boundList(menuIds)]
  const inOrder = `WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`
  return {
    groups: { sql: `SELECT ${GROUP_COLUMNS} FROM menu_groups ${inOrder}`, parameters },
    items: { sql: `SELECT ${ITEM_COLUMNS} FROM menu_items ${inOrder}`, parameters },
  }
}

/** A query for the groups of these menus. */
export function findGroupRows(menuIds: Iterable<string>): Query {
  const sql = `SELECT ${GROUP.join(', ')} FROM menu_groups WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`
  return { sql, parameters: [boundList(menuIds)] }
}

/** A query for the items of these menus. */
export function findItemRows(menuIds: Iterable<string>): Query {
  const sql = `SELECT ${ITEM.join(', ')} FROM menu_items WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`
  return { sql, parameters: [boundList(menuIds)] }
}

function insertInto<Column extends string>(
  table: string,
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Value>>[],
): Generator<Insert> {
  const parameters = columns.map(() => '?').join(', ')
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${parameters}) ${replacing(columns)}`
  const values = rows.map((row) => columns.map((column) => row[column]))
  return insertRows(sql, values)
}

/** Marks an item as in stock or out of stock. @returns whether the item exists */
export async function setStock(database: Database, itemId: string, inStock: boolean): Promise<boolean> {
  const sql = 'UPDATE menu_items SET in_stock = ? WHERE id = ?'
  return (await database.batch([{ sql, parameters: [inStock ? 1 : 0, itemId] }])) > 0
}

/** Sets the price of an item; null removes it. @returns whether the item exists */
export async function setPrice(database: Database, itemId: string, price: number | null): Promise<boolean> {
  const sql = 'UPDATE menu_items SET price = ? WHERE id = ?'
  return (await database.batch([{ sql, parameters: [price, itemId] }])) > 0
}

/** An item, and where it is. */
export type PlacedItem = Readonly<Record<'id' | 'name' | 'group' | 'menu', string>>

const PLACED_ITEMS = `
SELECT i.id, i.name, g.name AS "group", m.name AS menu
FROM menu_items i
JOIN menu_groups g ON g.id = i.group_id
JOIN menus m ON m.id = i.menu_id`

/** The item with this id; or else all items with this name, in upper or lower case. */
export async function findItems(database: Database, idOrName: string): Promise<PlacedItem[]> {
  const item = await database.get<PlacedItem>(`${PLACED_ITEMS} WHERE i.id = ?`, idOrName)
  if (item !== undefined) return [item]
  // Not by SQL: SQLite knows upper and lower case for ASCII only.
  const wanted = idOrName.toLowerCase()
  const all = await database.all<PlacedItem>(`${PLACED_ITEMS} ORDER BY m.name, g.name, i.id`)
  return all.filter(({ name }) => name.toLowerCase() === wanted)
}

export const allMenus = { sql: `SELECT ${MENU_COLUMNS} FROM menus m ORDER BY m.id` }

const COUNTED_MENUS = `
SELECT ${MENU_COLUMNS},
  (SELECT count(*) FROM menu_groups WHERE menu_id = m.id) AS groups,
  (SELECT count(*) FROM menu_items WHERE menu_id = m.id) AS items,
  (SELECT count(*) FROM api_key_menus WHERE menu_id = m.id) AS keys
FROM menus m ORDER BY m.name, m.id`

/** All menus, with the numbers of groups and items at any depth, and of the keys that they are granted to. */
export function listMenus(database: Database) {
  return database.all<MenuRow & Record<'groups' | 'items' | 'keys', number>>(COUNTED_MENUS)
}

const GRANTED_MENUS = `
SELECT m.id, m.name
FROM api_key_menus g
JOIN menus m ON m.id = g.menu_id
WHERE g.key_id = ?
ORDER BY m.id`

/** The menus granted to a key. */
export function listGrantedMenus(database: Database, keyId: string) {
  return database.all<Pick<MenuRow, 'id' | 'name'>>(GRANTED_MENUS, keyId)
}

/** Returns those of the ids that belong to existing menus. */
export function findExistingMenus(database: Database, ids: Iterable<string>): Promise<Set<string>> {
  return findIds(database, `SELECT id FROM menus WHERE id IN ${BOUND_LIST}`, ids)
}

/** Returns those of the ids of groups, or of items, that menus other than these already use. */
export async function findTakenIds(
  database: Database,
  table: 'menu_groups' | 'menu_items',
  ids: Iterable<string>,
  menuIds: { has(id: string): boolean },
): Promise<Map<string, string>> {
  const taken = new Map<string, string>()
  for (const chunk of chunks(ids)) {
    const { sql, parameters } = findPlaces(table, chunk)
    const rows = await database.all<Place>(sql, ...parameters)
    for (const { id, menu_id } of rows) if (!menuIds.has(menu_id)) taken.set(id, menu_id)
  }
  return taken
}

/** The menu that a group or an item is in. */
export type Place = Readonly<Record<'id' | 'menu_id', string>>

/** A query for the places of those of these groups, or items, that exist. */
export function findPlaces(table: 'menu_groups' | 'menu_items', ids: Iterable<string>) {
  return { sql: `SELECT id, menu_id FROM ${table} WHERE id IN ${BOUND_LIST}`, parameters: [boundList(ids)] }
}
