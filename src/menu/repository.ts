import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { KEY_COLUMNS, type KeyRow, toKey } from '../auth/repository.ts'
import { compareTexts } from '../lib/text/compare-texts.ts'
import type { ContentVersion, Database } from '../storage/database.ts'
import { BOUND_LIST, defineReader } from '../storage/define-query.ts'
import { type GroupRow, type ItemRow, MENU_SELECT_LIST, type MenuRow } from './menu-rows.ts'
import { menuTreeQueries } from './queries.ts'
import { buildTrees } from './tree.ts'

/** Menus in the order of the interface: by name, then id. */
export interface MenuSet {
  readonly rows: readonly MenuRow[]
  /** A hash that identifies these menus, each in its revision. */
  readonly revisionsHash: string
}

export interface GrantedMenus extends MenuSet {
  /** The content version that was read before the menus. */
  readonly contentVersion: ContentVersion
}

type GrantedMenuRow = KeyRow & (MenuRow | { readonly id: null })

const grantedMenus = (condition: string) => `
SELECT ${KEY_COLUMNS}, ${MENU_SELECT_LIST}
FROM api_keys k
LEFT JOIN api_key_menus g ON g.key_id = k.id ${condition}
LEFT JOIN menus m ON m.id = g.menu_id
WHERE k.hash = ?`
const readAllGranted = defineReader<GrantedMenuRow, [keyHash: string]>(grantedMenus(''))
const readGrantedAmong = defineReader<GrantedMenuRow, [menuIds: Iterable<string>, keyHash: string]>(
  grantedMenus(`AND g.menu_id IN ${BOUND_LIST}`),
)

/** Finds the key with this hash, and the menus that are granted to it: all, or only the requested ones. */
export async function findGrantedMenus(database: Database, keyHash: string, menuIds?: Iterable<string>) {
  const contentVersion = await database.contentVersion()
  const rows = menuIds
    ? await readGrantedAmong(database, menuIds, keyHash)
    : await readAllGranted(database, keyHash)
  return {
    key: toKey(rows[0]),
    data: { ...toMenuSet(rows.filter((row) => row.id !== null)), contentVersion },
  }
}

function toMenuSet(unsorted: readonly MenuRow[]): MenuSet {
  const rows = unsorted.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id))
  // Plain SQL may copy a row of `menus` with its revision, so the id is part of the hash, too.
  const identities = JSON.stringify(rows.map(({ id, revision }) => [id, revision]))
  return { rows, revisionsHash: hash('sha256', identities, 'base64') }
}

/** Reads the trees of menus, in the order of the menus, and the hash of their revisions, all from one snapshot. */
export async function readTrees(database: Database, menus: readonly MenuRow[]) {
  const ids = menus.map(({ id }) => id)
  const [menuRows, groupRows, itemRows] = await database.readTogether<[MenuRow[], GroupRow[], ItemRow[]]>(
    menuTreeQueries(ids),
  )
  await setImmediate()
  const found = toMenuSet(menuRows)
  const trees = buildTrees(groupRows, itemRows)
  return { trees: found.rows.map(({ id }) => trees.get(id) ?? []), revisionsHash: found.revisionsHash }
}
