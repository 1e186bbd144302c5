import type { Database } from '../storage/database.ts'
import { BOUND_LIST, defineQuery, defineReader } from '../storage/define-query.ts'
import { GROUP_SELECT_LIST, ITEM_SELECT_LIST, MENU_SELECT_LIST, type MenuRow } from './menu-rows.ts'

/** The items with an id, at most one in each menu. */
export const findItemInMenus = defineReader<Record<'id' | 'menu_id', string>, [id: string]>(
  'SELECT id, menu_id FROM menu_items WHERE id = ? ORDER BY menu_id',
)

export const menusQuery = defineQuery<[ids: readonly string[]]>(
  `SELECT ${MENU_SELECT_LIST} FROM menus m WHERE m.id IN ${BOUND_LIST}`,
)

/** SQL for the rows of these menus: one menu after another, siblings in their order. */
const OF_MENUS_IN_ORDER = `WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`

export const groupsQuery = defineQuery<[menuIds: readonly string[]]>(
  `SELECT ${GROUP_SELECT_LIST} FROM menu_groups ${OF_MENUS_IN_ORDER}`,
)

export const itemsQuery = defineQuery<[menuIds: readonly string[]]>(
  `SELECT ${ITEM_SELECT_LIST} FROM menu_items ${OF_MENUS_IN_ORDER}`,
)

export const menuTreeQueries = (ids: readonly string[]) => [
  menusQuery(ids),
  groupsQuery(ids),
  itemsQuery(ids),
]

const countNodesQuery = defineQuery<[groupsOf: string, itemsOf: string, maxCount: number]>(`
SELECT count(*) AS nodes FROM (
  SELECT id FROM menu_groups WHERE menu_id = ? UNION ALL SELECT id FROM menu_items WHERE menu_id = ? LIMIT ?
) AS found`)

/** Whether a menu has more than `maxCount` groups and items. It does not count further. */
export async function hasMoreNodes(database: Database, menuId: string, maxCount: number): Promise<boolean> {
  const found = await database.get<{ nodes: number }>(countNodesQuery(menuId, menuId, maxCount + 1))
  return found !== undefined && found.nodes > maxCount
}

export const allMenusQuery = defineQuery(`SELECT ${MENU_SELECT_LIST} FROM menus m ORDER BY m.id`)

type ListedMenu = MenuRow & Record<'groups' | 'items' | 'keys', number>

const LISTED = `
SELECT ${MENU_SELECT_LIST},
  (SELECT count(*) FROM menu_groups WHERE menu_id = m.id) AS groups,
  (SELECT count(*) FROM menu_items WHERE menu_id = m.id) AS items,
  (SELECT count(*) FROM api_key_menus WHERE menu_id = m.id) AS keys
FROM menus m`

export const listMenus = defineReader<ListedMenu>(`${LISTED} ORDER BY m.name, m.id`)

export const findMenus = defineReader<ListedMenu, [ids: readonly string[]]>(
  `${LISTED} WHERE m.id IN ${BOUND_LIST}`,
)

export const listMenusOfKey = defineReader<Pick<MenuRow, 'id' | 'name'>, [keyId: string]>(`
SELECT m.id, m.name
FROM api_key_menus g
JOIN menus m ON m.id = g.menu_id
WHERE g.key_id = ?
ORDER BY m.id`)
