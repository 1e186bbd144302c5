import { KEY_COLUMNS, type KeyRow, toKey } from '../auth/repository.ts'
import { givesRight } from '../device/access.ts'
import { SELECTED_ITEM } from '../menu/rows.ts'
import type { Database, Query } from '../storage/database.ts'

// What is looked up is joined last, so that something missing and something forbidden take the same path.
const ITEM = `
SELECT ${KEY_COLUMNS}, g.menu_id
FROM api_keys k
LEFT JOIN menu_items i ON i.id = ?
LEFT JOIN api_key_menus g ON g.key_id = k.id AND g.menu_id = i.menu_id
WHERE k.hash = ?`

const MENU = `
SELECT ${KEY_COLUMNS}, g.menu_id
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id AND g.menu_id = ?
WHERE k.hash = ?`

/** Finds a key, and whether an item is in a menu that is granted to it. */
export function findItemAccess(database: Database, keyHash: string, itemId: string) {
  return findAccess(database, ITEM, keyHash, itemId)
}

/** Finds a key, and whether a menu is granted to it. */
export function findMenuAccess(database: Database, keyHash: string, menuId: string) {
  return findAccess(database, MENU, keyHash, menuId)
}

async function findAccess(database: Database, sql: string, keyHash: string, id: string) {
  const row = await database.get<KeyRow & { readonly menu_id: string | null }>(sql, id, keyHash)
  return { key: toKey(row), found: { hasAccess: row !== undefined && row.menu_id !== null } }
}

const DEVICE = `
SELECT ${KEY_COLUMNS}, a.device_id
FROM api_keys k
LEFT JOIN device_access a ON ${givesRight('update', 'k.user_id')} AND a.device_id = ?
WHERE k.hash = ?`

/**
 * Finds a key, and whether its user may update a device. `validFrom` is the earliest data version for which the key is as
 * found; see `Database.dataVersion`.
 */
export async function findDeviceAccess(database: Database, keyHash: string, deviceId: string) {
  const validFrom = await database.dataVersion()
  const row = await database.get<KeyRow & { readonly device_id: string | null }>(DEVICE, deviceId, keyHash)
  return { key: toKey(row), found: { hasAccess: row !== undefined && row.device_id !== null, validFrom } }
}

const GRANTED_ITEM = `
SELECT i.menu_id
FROM api_keys k
JOIN api_key_menus g ON g.key_id = k.id
JOIN menu_items i ON i.menu_id = g.menu_id
WHERE k.id = ? AND k.revoked_at IS NULL AND i.id = ?`

/** A query that finds one row if an item is in a menu that is granted to a key, which may have been revoked while the body arrived. */
export function findGrantedItem(keyId: string, itemId: string): Query {
  return { sql: GRANTED_ITEM, parameters: [keyId, itemId] }
}

const GRANTED_MENU = `
SELECT g.menu_id
FROM api_keys k
JOIN api_key_menus g ON g.key_id = k.id
WHERE k.id = ? AND k.revoked_at IS NULL AND g.menu_id = ?`

/** A query that finds one row if a menu is granted to a key, which may have been revoked while the body arrived. */
export function findGrantedMenu(keyId: string, menuId: string): Query {
  return { sql: GRANTED_MENU, parameters: [keyId, menuId] }
}

const ITEMS_OF_GROUP = `SELECT ${SELECTED_ITEM} FROM menu_items WHERE group_id = ? ORDER BY position, id`

/** A query for the items of a group, at any depth. */
export function findItemsOfGroup(groupId: string): Query {
  return { sql: ITEMS_OF_GROUP, parameters: [groupId] }
}
