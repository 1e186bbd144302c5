import type { MenuRow } from '../menu/rows.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import type { ExportOptions } from './export.ts'
import { listExportedMenus, readTrees } from './export-menus.ts'
import { writeCsv } from './table-export/csv.ts'
import { type ExportedRow, menuRows } from './table-export/rows.ts'
import { writeWorkbook } from './table-export/workbook.ts'

export type TableKind = 'csv' | 'xlsx'

/**
 * Yields menus as a table, menu by menu, as they are at one moment. Importing it as `table` restores the same menus, except
 * for spaces at the ends of texts, several spaces in a row, line breaks, and texts that are empty.
 * @throws {CommandError} if a menu does not exist
 */
export async function* exportTable(
  database: Database,
  kind: TableKind,
  { menus: ids }: ExportOptions = {},
): AsyncGenerator<string | Uint8Array> {
  const snapshot = await database.openSnapshot()
  try {
    const menus = await listExportedMenus(snapshot, ids)
    const tables = menus.map((menu) => ({ name: menu.name, rows: () => rowsOf(snapshot, menu) }))
    yield* kind === 'csv' ? writeCsv(tables) : writeWorkbook(tables)
  } finally {
    await snapshot.close()
  }
}

async function* rowsOf(snapshot: Snapshot, menu: MenuRow): AsyncGenerator<readonly ExportedRow[]> {
  for await (const { groups } of readTrees(snapshot, [menu])) yield* menuRows(menu, groups)
}
