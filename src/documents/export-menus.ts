import { noSuch } from '../lib/command-error.ts'
import type { GroupNode, ItemNode, MenuRow } from '../menu/menu-rows.ts'
import { allMenusQuery } from '../menu/queries.ts'
import { findTreeQueries } from '../menu/repository.ts'
import type { Group } from '../menu/schema.ts'
import { buildTrees } from '../menu/tree.ts'
import { chunks } from '../storage/chunks.ts'
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
  const rows = await snapshot.all<MenuRow>(allMenusQuery)
  if (ids === undefined) return rows
  const missing = ids.filter((id) => rows.every((row) => row.id !== id))
  if (missing.length > 0) throw noSuch('menu', missing, 'menus')
  return rows.filter(({ id }) => ids.includes(id))
}

/** Reads the trees of menus. */
export async function* readTrees(
  snapshot: Snapshot,
  menus: readonly MenuRow[],
): AsyncGenerator<ExportedMenu> {
  for (const chunk of chunks(menus, undefined, MENUS_AT_ONCE)) {
    const [groups, items] = findTreeQueries(chunk.map(({ id }) => id))
    const groupRows = await snapshot.all<GroupNode>(groups)
    const itemRows = await snapshot.all<ItemNode>(items)
    const trees = buildTrees(groupRows, itemRows)
    for (const row of chunk) yield { row, groups: trees.get(row.id) ?? [] }
  }
}
