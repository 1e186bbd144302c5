import { CommandError } from '../command-error.ts'
import { listMenus } from '../menu/admin-queries.ts'
import { loadTrees, type MenuRow } from '../menu/repository.ts'
import type { Database } from '../storage/database.ts'
import { writeCsv } from './table-export/csv.ts'
import { HEADINGS, menuRows, type TableRow } from './table-export/rows.ts'
import { writeWorkbook } from './table-export/workbook.ts'

export type TableKind = 'csv' | 'xlsx'

/** A menu and its rows, which are read when they are needed. */
export interface MenuTable {
  readonly name: string
  rows(): AsyncIterable<readonly TableRow[]>
}

/**
 * Yields menus as a table, menu by menu. Importing it as `table` restores the same menus, except for spaces at the ends of
 * texts, several spaces in a row, line breaks, and texts that are empty.
 * @throws {CommandError} if there is no menu with this id
 */
export async function* exportTable(
  database: Database,
  kind: TableKind,
  { menuId }: { readonly menuId?: string | undefined } = {},
): AsyncGenerator<string | Uint8Array> {
  const all = await listMenus(database)
  const menus = all.filter(({ id }) => menuId === undefined || id === menuId)
  if (menus.length === 0 && menuId !== undefined) throw new CommandError(`There is no menu ${menuId}.`)
  const tables = menus.map((menu) => ({ name: menu.name, rows: () => rowsOf(database, menu) }))
  yield* kind === 'csv' ? writeCsv(HEADINGS, tables) : writeWorkbook(HEADINGS, tables)
}

async function* rowsOf(database: Database, menu: MenuRow): AsyncGenerator<readonly TableRow[]> {
  const { trees } = await loadTrees(database, [menu])
  // There is no tree if the menu was deleted in the meantime.
  for (const groups of trees) yield* menuRows(menu, groups)
}
