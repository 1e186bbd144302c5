import { KEY_COLUMNS, type KeyRow } from '../auth/repository.ts'
import { givesRight, REPORTER } from '../device/access.ts'
import { SELECTED_ITEM } from '../menu/rows.ts'
import { type Query, query } from '../storage/database.ts'

// What is looked up is joined last, so that something missing and something forbidden take the same path.

/** A key, with a menu that it may write; without one if there is none. */
export type MenuAccessRow = KeyRow & { readonly menu_id: string | null }

// From the granted menus to the item, and not the other way round: it takes no longer if other menus have the id as well.
// Two rows show that the id alone does not name one item.
const itemAccess = (condition: string) => `
SELECT ${KEY_COLUMNS}, g.menu_id
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id ${condition}
  AND (SELECT 1 FROM menu_items i WHERE i.menu_id = g.menu_id AND i.id = ?) IS NOT NULL
WHERE k.hash = ?
LIMIT 2`
const ITEM = itemAccess('')
const ITEM_IN_MENU = itemAccess('AND g.menu_id = ?')

/** A query for a key, and for the menus that have an item and are granted to it. @param menuId to look only there */
export function itemAccessQuery(keyHash: string, itemId: string, menuId: string | undefined): Query {
  return menuId === undefined
    ? { sql: ITEM, parameters: [itemId, keyHash] }
    : { sql: ITEM_IN_MENU, parameters: [menuId, itemId, keyHash] }
}

/** A query for a key, and for a menu if that is granted to it. */
export const menuAccessQuery = query<[menuId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, g.menu_id
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id AND g.menu_id = ?
WHERE k.hash = ?`)

export type DeviceAccessRow = KeyRow & { readonly device_id: string | null }

const DEVICE = (right: 'read' | 'update') => `
SELECT ${KEY_COLUMNS}, a.device_id
FROM api_keys k
LEFT JOIN device_access a ON ${givesRight(right, 'k.user_id')} AND a.device_id = ?
WHERE k.hash = ?`
const UPDATED_DEVICE = DEVICE('update')
const REPORTED_DEVICE = DEVICE(REPORTER.right)

/** A query for a key, and for a device if the user of the key may update it. */
export const deviceAccessQuery = query<[deviceId: string, keyHash: string]>(UPDATED_DEVICE)

/** The same, if the user may report its heartbeats. */
export const reporterQuery = query<[deviceId: string, keyHash: string]>(REPORTED_DEVICE)

/** A query for an item with everything below it. */
export const itemTreeQuery = query<[menuId: string, itemId: string]>(`
WITH RECURSIVE tree (menu_id, id) AS (
  SELECT menu_id, id FROM menu_items WHERE menu_id = ? AND id = ?
  UNION ALL
  SELECT i.menu_id, i.id FROM tree JOIN menu_items i ON i.menu_id = tree.menu_id AND i.parent_id = tree.id
)
SELECT ${SELECTED_ITEM} FROM menu_items WHERE (menu_id, id) IN (SELECT menu_id, id FROM tree) ORDER BY position, id`)

/** A query for a key, and for a site if the user of the key may update any one device of it: it does not look at all. */
export const siteOfAnyDeviceQuery = query<[siteId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, s.id AS site_id
FROM api_keys k
LEFT JOIN sites s ON s.id = ? AND EXISTS (
  SELECT 1 FROM device_access a
  WHERE ${givesRight('update', 'k.user_id')} AND a.device_id = (SELECT d.id FROM devices d WHERE d.site_id = s.id LIMIT 1))
WHERE k.hash = ?`)

const HAS_DEVICES = 'EXISTS (SELECT 1 FROM devices d WHERE d.site_id = s.id)'

/** A query for a key, and for a site if it has devices and the user of the key may update all of them. */
export const siteAccessQuery = query<[siteId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, s.id AS site_id
FROM api_keys k
LEFT JOIN sites s ON s.id = ? AND ${HAS_DEVICES} AND NOT EXISTS (
  SELECT 1 FROM devices d WHERE d.site_id = s.id AND NOT EXISTS (
    SELECT 1 FROM device_access a WHERE ${givesRight('update', 'k.user_id')} AND a.device_id = d.id))
WHERE k.hash = ?`)
