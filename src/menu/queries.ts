import { chunks, findIds } from '../storage/chunks.ts'
import { BOUND_LIST, boundList, type Database } from '../storage/database.ts'
import { type MenuRow, SELECTED_MENU } from './rows.ts'

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

export const allMenus = { sql: `SELECT ${SELECTED_MENU} FROM menus m ORDER BY m.id` }

const COUNTED_MENUS = `
SELECT ${SELECTED_MENU},
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
