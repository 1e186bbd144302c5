import { chunks } from '../lib/chunks.ts'
import { notFoundError } from '../lib/command-error.ts'
import type { GroupRow, ItemRow, MenuRow } from '../menu/menu-rows.ts'
import { allMenusQuery, groupsQuery, itemsQuery } from '../menu/queries.ts'
import type { Group } from '../menu/schema.ts'
import { buildTrees } from '../menu/tree.ts'
import type { Snapshot } from '../storage/database.ts'

/** A menu to export, with its tree. */
export interface ExportedMenu {
  readonly row: MenuRow
  readonly groups: readonly Group[]
}

const MENUS_AT_ONCE = 25

/**
 * Lists the menus to export.
 * @param ids the ids of the menus; by default, all menus
 * @throws {CommandError} if a menu does not exist
 */
export async function listExportedMenus(snapshot: Snapshot, ids?: readonly string[]): Promise<MenuRow[]> {
  const rows = await snapshot.all<MenuRow>(allMenusQuery())
  if (ids === undefined) return rows
  const missing = ids.filter((id) => rows.every((row) => row.id !== id))
  if (missing.length > 0) throw notFoundError('menu', missing, 'menus')
  return rows.filter(({ id }) => ids.includes(id))
}

/** Reads the trees of menus. */
export async function* readExportedMenus(
  snapshot: Snapshot,
  menus: readonly MenuRow[],
): AsyncGenerator<ExportedMenu> {
  for (const chunk of chunks(menus, { size: MENUS_AT_ONCE })) {
    const ids = chunk.map(({ id }) => id)
    const groupRows = await snapshot.all<GroupRow>(groupsQuery(ids))
    const itemRows = await snapshot.all<ItemRow>(itemsQuery(ids))
    const trees = buildTrees(groupRows, itemRows)
    for (const row of chunk) yield { row, groups: trees.get(row.id) ?? [] }
  }
}
