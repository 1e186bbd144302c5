import { KEY_COLUMNS, type KeyRow, toKey } from '../auth/repository.ts'
import { ITEM_COLUMNS } from '../menu/repository.ts'
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
  return { key: toKey(row), found: { isFound: row !== undefined && row.menu_id !== null } }
}

const DEVICE = `
SELECT ${KEY_COLUMNS}, a.device_id
FROM api_keys k
LEFT JOIN device_access a ON a.user_id = k.user_id AND a.device_id = ? AND a.level = 'update'
WHERE k.hash = ?`

/**
 * Finds a key, and whether its user may update a device. `validFrom` is the earliest data version for which the key is as
 * found; see `Database.dataVersion`.
 */
export async function findDeviceAccess(database: Database, keyHash: string, deviceId: string) {
  const validFrom = await database.dataVersion()
  const row = await database.get<KeyRow & { readonly device_id: string | null }>(DEVICE, deviceId, keyHash)
  return { key: toKey(row), found: { isFound: row !== undefined && row.device_id !== null, validFrom } }
}

/** The fields of an item that a patch may change, and its group. */
export interface PatchableItem {
  readonly group_id: string
  readonly name: string
  readonly description: string | null
  readonly price: number | null
  readonly calories: number | null
  readonly tags: string
  readonly in_stock: 0 | 1
  /** When it is in stock again, in UTC. */
  readonly again_at: string | null
}

const GRANTED_ITEM = `
SELECT i.group_id, i.name, i.description, i.price, i.calories, i.tags, i.in_stock, r.at AS again_at
FROM api_keys k
JOIN api_key_menus g ON g.key_id = k.id
JOIN menu_items i ON i.menu_id = g.menu_id
LEFT JOIN stock_returns r ON r.item_id = i.id
WHERE k.id = ? AND k.revoked_at IS NULL AND i.id = ?`

/** A query for an item, if it is in a menu that is granted to a key. The key may have been revoked while the body arrived. */
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

const UPDATE_ITEM = `
UPDATE menu_items SET name = ?, description = ?, price = ?, calories = ?, tags = ?, in_stock = ?
WHERE id = ?`

/** SQL that sets the fields of an item, except for `again_at`. */
export function updateItem(itemId: string, item: PatchableItem): Query {
  const { name, description, price, calories, tags, in_stock } = item
  return { sql: UPDATE_ITEM, parameters: [name, description, price, calories, tags, in_stock, itemId] }
}

const ITEMS_OF_GROUP = `SELECT ${ITEM_COLUMNS} FROM menu_items WHERE group_id = ? ORDER BY position, id`

/** A query for the items of a group, at any depth. */
export function findItemsOfGroup(groupId: string): Query {
  return { sql: ITEMS_OF_GROUP, parameters: [groupId] }
}
