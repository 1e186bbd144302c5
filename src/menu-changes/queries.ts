import { KEY_COLUMNS } from '../auth/repository.ts'
import { ITEM_SELECT_LIST, type ItemRow } from '../menu/menu-rows.ts'
import type { Query } from '../storage/database.ts'
import { BOUND_LIST, defineQuery, defineReader } from '../storage/define-query.ts'

// These queries look only into granted menus. A missing menu or item therefore takes as long as a forbidden one.

// Two rows mean that several granted menus have an item with this id.
const itemAccess = (condition: string) => `
SELECT ${KEY_COLUMNS}, g.menu_id AS target_id
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id ${condition}
  AND (SELECT 1 FROM menu_items i WHERE i.menu_id = g.menu_id AND i.id = ?) IS NOT NULL
WHERE k.hash = ?
LIMIT 2`
const inAnyMenuQuery = defineQuery<[itemId: string, keyHash: string]>(itemAccess(''))
const inOneMenuQuery = defineQuery<[menuId: string, itemId: string, keyHash: string]>(
  itemAccess('AND g.menu_id = ?'),
)

/** A key, and its granted menus that have an item. @param menuId limits the search to this menu */
export function itemAccessQuery(itemId: string, menuId: string | undefined, keyHash: string): Query {
  return menuId === undefined ? inAnyMenuQuery(itemId, keyHash) : inOneMenuQuery(menuId, itemId, keyHash)
}

/** A key, and a menu if it is granted to the key. */
export const menuAccessQuery = defineQuery<[menuId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, g.menu_id AS target_id
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id AND g.menu_id = ?
WHERE k.hash = ?`)

export const findChildItems = defineReader<
  { readonly id: string },
  [menuId: string, parentIds: Iterable<string>, maxCount: number]
>(`SELECT id FROM menu_items WHERE menu_id = ? AND parent_id IN ${BOUND_LIST} LIMIT ?`)

/** The rows of an item and of all items below it. */
export const findItemTree = defineReader<ItemRow, [menuId: string, itemId: string]>(`
WITH RECURSIVE tree (menu_id, id) AS (
  SELECT menu_id, id FROM menu_items WHERE menu_id = ? AND id = ?
  UNION ALL
  SELECT i.menu_id, i.id FROM tree JOIN menu_items i ON i.menu_id = tree.menu_id AND i.parent_id = tree.id
)
SELECT ${ITEM_SELECT_LIST} FROM menu_items WHERE (menu_id, id) IN (SELECT menu_id, id FROM tree) ORDER BY position, id`)
