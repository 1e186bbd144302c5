import { type Database, type Query, query, reader } from '../storage/database.ts'
import { type MenuRow, SELECTED_MENU } from './menu-rows.ts'

/** An item, and where it is. */
export type ItemWithMenu = Readonly<Record<'id' | 'name' | 'group' | 'menu' | 'menu_id', string>>

const itemsWithMenu = (condition: string) => `
SELECT i.id, i.name, g.name AS "group", m.name AS menu, m.id AS menu_id
FROM menus m
JOIN menu_items i ON i.menu_id = m.id ${condition}
JOIN menu_groups g ON g.menu_id = m.id AND g.id = i.group_id
ORDER BY m.name, m.id, g.name, i.id`
const itemsWithId = reader<ItemWithMenu, [id: string]>(itemsWithMenu('AND i.id = ?'))
const allItems = reader<ItemWithMenu>(itemsWithMenu(''))

/**
 * Finds the items with this id, at most one in each menu, or else the items with this name, in upper or lower case.
 * @param menuId limits the search to this menu
 */
export async function findItems(
  database: Database,
  idOrName: string,
  menuId?: string,
): Promise<ItemWithMenu[]> {
  const isHere = ({ menu_id }: ItemWithMenu) => menuId === undefined || menu_id === menuId
  const items = (await itemsWithId(database, idOrName)).filter(isHere)
  if (items.length > 0) return items
  // Not compared in SQL, because SQLite knows upper and lower case of ASCII only.
  const wanted = idOrName.toLowerCase()
  const all = await allItems(database)
  return all.filter((item) => isHere(item) && item.name.toLowerCase() === wanted)
}

export const findMenuQuery = query<[menuId: string]>(`SELECT ${SELECTED_MENU} FROM menus m WHERE m.id = ?`)

const NODES = `
SELECT count(*) AS nodes FROM (
  SELECT id FROM menu_groups WHERE menu_id = ? UNION ALL SELECT id FROM menu_items WHERE menu_id = ? LIMIT ?
) AS found`

/** A query for `nodes`: the number of groups and items in a menu, counted up to `most`. */
export function countNodesQuery(menuId: string, most: number): Query {
  return { sql: NODES, parameters: [menuId, menuId, most] }
}

export const allMenusQuery = { sql: `SELECT ${SELECTED_MENU} FROM menus m ORDER BY m.id` }

/** All menus, with the numbers of groups and items at any depth, and of the keys that they are granted to. */
export const listMenus = reader<MenuRow & Record<'groups' | 'items' | 'keys', number>>(`
SELECT ${SELECTED_MENU},
  (SELECT count(*) FROM menu_groups WHERE menu_id = m.id) AS groups,
  (SELECT count(*) FROM menu_items WHERE menu_id = m.id) AS items,
  (SELECT count(*) FROM api_key_menus WHERE menu_id = m.id) AS keys
FROM menus m ORDER BY m.name, m.id`)

export const listGrantedMenus = reader<Pick<MenuRow, 'id' | 'name'>, [keyId: string]>(`
SELECT m.id, m.name
FROM api_key_menus g
JOIN menus m ON m.id = g.menu_id
WHERE g.key_id = ?
ORDER BY m.id`)
