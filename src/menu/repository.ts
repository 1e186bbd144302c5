import type { LookUp } from '../auth/authenticate.ts'
import { KEY_COLUMNS, type KeyRow } from '../auth/repository.ts'
import { BOUND_LIST, boundList, type Database } from '../storage/database.ts'
import { byNameThenId } from './order.ts'
import type { Group } from './schema.ts'
import { buildTrees, type GroupRow, type ItemRow } from './tree.ts'

/** A row of `menus`. */
export interface MenuRow {
  readonly id: string
  readonly name: string
  readonly location_name: string | null
  readonly restaurant_name: string | null
  /** Changes with anything in the menu, and never comes back. */
  readonly revision: string
}

const EVERY_GRANTED_MENU = `
SELECT ${KEY_COLUMNS}, m.*
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id
LEFT JOIN menus m ON m.id = g.menu_id
WHERE k.hash = ?`

const GRANTED_MENUS = `
SELECT ${KEY_COLUMNS}, m.*
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id AND g.menu_id IN ${BOUND_LIST}
LEFT JOIN menus m ON m.id = g.menu_id
WHERE k.hash = ?`

/**
 * The key with this hash, and which of the menus asked for are granted to it, in the order of the interface.
 * @param menuIds undefined asks for all
 */
export async function findGrantedMenus(
  database: Database,
  keyHash: string,
  menuIds?: Iterable<string>,
): Promise<LookUp<MenuRow[]>> {
  type Row = KeyRow & (MenuRow | { id: null })
  const rows = menuIds
    ? await database.all<Row>(GRANTED_MENUS, boundList(menuIds), keyHash)
    : await database.all<Row>(EVERY_GRANTED_MENU, keyHash)
  return { key: rows[0], found: rows.filter((row) => row.id !== null).sort(byNameThenId) }
}

const MENUS = `SELECT * FROM menus WHERE id IN ${BOUND_LIST}`
const GROUPS = `SELECT * FROM menu_groups WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`
const ITEMS = `SELECT * FROM menu_items WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`

/** The trees of these menus, as they are at one moment, in the order of the interface. */
export async function loadTrees(database: Database, menus: readonly MenuRow[]): Promise<Group[][]> {
  if (menus.length === 0) return []
  const parameters = [boundList(menus.map(({ id }) => id))]
  const [menuRows, groupRows, itemRows] = await database.snapshot<[MenuRow[], GroupRow[], ItemRow[]]>([
    { sql: MENUS, parameters },
    { sql: GROUPS, parameters },
    { sql: ITEMS, parameters },
  ])
  const trees = buildTrees(groupRows, itemRows)
  return menuRows.sort(byNameThenId).map(({ id }) => trees.get(id) ?? [])
}
