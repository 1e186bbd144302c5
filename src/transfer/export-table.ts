import type { MenuRow } from '../menu/rows.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import type { ExportOptions } from './export.ts'
import { listExportedMenus, readTrees } from './export-menus.ts'
import { fromSnapshot } from './export-pages.ts'
import { COLUMNS, HEADINGS } from './formats/table/columns.ts'
import { writeCsv } from './table-export/csv.ts'
import { DEVICE_LIST_COLUMNS, deviceRows } from './table-export/device-rows.ts'
import { type ExportedRow, menuRows } from './table-export/rows.ts'
import type { ExportedColumn, ExportedTable } from './table-export/table.ts'
import { writeWorkbook } from './table-export/workbook.ts'

export type TableKind = 'csv' | 'xlsx'

const MENU_COLUMNS = HEADINGS.map((heading) => ({ heading, width: COLUMNS[heading].width }))

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
  yield* fromSnapshot(database, async function* (snapshot) {
    const menus = await listExportedMenus(snapshot, ids)
    const tables = menus.map((menu) => ({ name: menu.name, rows: () => rowsOf(snapshot, menu) }))
    yield* writeTables(kind, MENU_COLUMNS, tables)
  })
}

/** Yields all devices as a table, as they are at one moment. Importing it as `devices` changes nothing. */
export function exportDeviceList(database: Database, kind: TableKind): AsyncGenerator<string | Uint8Array> {
  return fromSnapshot(database, (snapshot) =>
    writeTables(kind, DEVICE_LIST_COLUMNS, [{ name: 'Devices', rows: () => deviceRows(snapshot) }]),
  )
}

function writeTables(
  kind: TableKind,
  columns: readonly ExportedColumn[],
  tables: readonly ExportedTable[],
): AsyncGenerator<string | Uint8Array> {
  return kind === 'csv' ? writeCsv(columns, tables) : writeWorkbook(columns, tables)
}

async function* rowsOf(snapshot: Snapshot, menu: MenuRow): AsyncGenerator<readonly ExportedRow[]> {
  for await (const { groups } of readTrees(snapshot, [menu])) yield* menuRows(menu, groups)
}
