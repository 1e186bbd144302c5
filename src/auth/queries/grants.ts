import {
  BOUND_LIST,
  boundList,
  type Database,
  defineQuery,
  type RowsStatement,
} from '../../storage/database.ts'
import { insertRows } from '../../storage/statements.ts'

export type GrantRow = Readonly<Record<'key_id' | 'menu_id', string>>

export const allGrantsQuery = defineQuery(
  'SELECT key_id, menu_id FROM api_key_menus ORDER BY key_id, menu_id',
)

export const findGrantsQuery = defineQuery<[keyIds: Iterable<string>]>(
  `SELECT key_id, menu_id FROM api_key_menus WHERE key_id IN ${BOUND_LIST} ORDER BY key_id, menu_id`,
)

/** SQL that grants menus to keys. Existing grants are kept. */
export function grantMenus(
  keys: readonly { readonly id: string; readonly menus: readonly string[] }[],
): Generator<RowsStatement> {
  const sql = 'INSERT INTO api_key_menus (key_id, menu_id) VALUES (?, ?) ON CONFLICT DO NOTHING'
  const grants = keys.flatMap(({ id, menus }) => menus.map((menuId) => [id, menuId]))
  return insertRows(sql, grants)
}

/** Revokes a key's access to these menus. @returns how many of them were granted */
export async function revokeMenus(database: Database, id: string, menuIds: Iterable<string>) {
  const sql = `DELETE FROM api_key_menus WHERE key_id = ? AND menu_id IN ${BOUND_LIST}`
  return database.batch([{ sql, parameters: [id, boundList(menuIds)] }])
}
