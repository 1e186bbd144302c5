import { hash } from 'node:crypto'
import { setImmediate as nextTick } from 'node:timers/promises'
import { KEY_COLUMNS, type KeyRow, toKey } from '../auth/repository.ts'
import { BOUND_LIST, boundList, type Database, type DataVersion } from '../storage/database.ts'
import { compare } from './order.ts'
import { buildTrees, type GroupNode, type ItemNode } from './tree.ts'

/** A row of `menus`. */
export interface MenuRow {
  readonly id: string
  readonly name: string
  readonly location_name: string | null
  readonly restaurant_name: string | null
  /** Changes whenever anything in the menu changes, and is never reused. */
  readonly revision: string
}

/** Menus in the order of the interface: by name, then id. */
export interface Menus {
  readonly menus: readonly MenuRow[]
  /** A hash that identifies these menus, each in its revision. */
  readonly revisions: string
}

export interface GrantedMenus extends Menus {
  /** The earliest data version for which this result holds; see `Database.dataVersion`. */
  readonly validFrom: DataVersion
}

/** SQL: the columns of `MenuRow`, `GroupNode` and `ItemNode`. */
export const MENU_COLUMNS = 'm.id, m.name, m.location_name, m.restaurant_name, m.revision'
export const GROUP_COLUMNS = 'id, menu_id, parent_id, name, description, tags'
export const ITEM_COLUMNS = 'id, group_id, parent_id, name, description, price, calories, tags, in_stock'

type GrantRow = KeyRow & (MenuRow | { readonly id: null })

const grantedMenus = (condition: string) => `
SELECT ${KEY_COLUMNS}, ${MENU_COLUMNS}
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id ${condition}
LEFT JOIN menus m ON m.id = g.menu_id
WHERE k.hash = ?`
const EVERY_GRANTED_MENU = grantedMenus('')
const GRANTED_MENUS = grantedMenus(`AND g.menu_id IN ${BOUND_LIST}`)

/** Finds the key with this hash, and those of the requested menus, by default all, that are granted to it. */
export async function findGrantedMenus(database: Database, keyHash: string, menuIds?: Iterable<string>) {
  const validFrom = await database.dataVersion()
  const rows = menuIds
    ? await database.all<GrantRow>(GRANTED_MENUS, boundList(menuIds), keyHash)
    : await database.all<GrantRow>(EVERY_GRANTED_MENU, keyHash)
  return { key: toKey(rows[0]), found: { ...toMenus(rows.filter((row) => row.id !== null)), validFrom } }
}

function toMenus(rows: readonly MenuRow[]): Menus {
  const menus = rows.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
  // Ids are included because a row that was copied by plain SQL is another menu with the same revision.
  const names = JSON.stringify(menus.map(({ id, revision }) => [id, revision]))
  return { menus, revisions: hash('sha256', names, 'base64') }
}

const MENUS = `SELECT ${MENU_COLUMNS} FROM menus m WHERE m.id IN ${BOUND_LIST}`
const GROUPS = `SELECT ${GROUP_COLUMNS} FROM menu_groups WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`
const ITEMS = `SELECT ${ITEM_COLUMNS} FROM menu_items WHERE menu_id IN ${BOUND_LIST} ORDER BY menu_id, position, id`

/** Reads the trees of menus, in the order of the menus, and their revisions, all from one snapshot. */
export async function loadTrees(database: Database, menus: readonly MenuRow[]) {
  const parameters = [boundList(menus.map(({ id }) => id))]
  const [menuRows, groupRows, itemRows] = await database.snapshot<[MenuRow[], GroupNode[], ItemNode[]]>([
    { sql: MENUS, parameters },
    { sql: GROUPS, parameters },
    { sql: ITEMS, parameters },
  ])
  await nextTick()
  const found = toMenus(menuRows)
  const trees = buildTrees(groupRows, itemRows)
  return { trees: found.menus.map(({ id }) => trees.get(id) ?? []), revisions: found.revisions }
}
