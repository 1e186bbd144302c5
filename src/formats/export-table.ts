import type { ExportOptions } from '../documents/export.ts'
import { listExportedMenus, readExportedMenus } from '../documents/export-menus.ts'
import { chunks } from '../lib/chunks.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import { fromSnapshot } from '../storage/snapshot.ts'
import { COLUMNS, EXPORTED_HEADINGS, TEMPLATE_HEADINGS } from './table/menu-columns.ts'
import { type ExportedRow, menuRows } from './table-export/exported-table.ts'
import { writeCsv } from './table-export/write-csv.ts'
import { writeWorkbook } from './table-export/write-workbook.ts'

const WRITERS = { csv: writeCsv, xlsx: writeWorkbook }
export type TableFileType = keyof typeof WRITERS

const EXPORTED_COLUMNS = EXPORTED_HEADINGS.map((heading) => ({ heading, width: COLUMNS[heading].width }))

/**
 * Yields menus as a table, menu by menu, from one snapshot. Importing it as `table` changes nothing,
 * except that empty names and empty tags are not kept.
 * @throws {CommandError} if a menu does not exist
 */
export async function* exportTable(
  database: Database,
  type: TableFileType,
  { menus: ids }: ExportOptions = {},
): AsyncGenerator<string | Uint8Array> {
  yield* fromSnapshot(database, async function* (snapshot) {
    const menus = await listExportedMenus(snapshot, ids)
    const tables = menus.map((menu) => ({ name: menu.name, rows: () => rowsOfMenu(snapshot, menu) }))
    yield* WRITERS[type](EXPORTED_COLUMNS, tables)
  })
}

/** Yields an empty table for people to fill in. */
export function writeTemplate(type: TableFileType): AsyncGenerator<string | Uint8Array> {
  const columns = TEMPLATE_HEADINGS.map((heading) => ({ heading, width: COLUMNS[heading].width }))
  return WRITERS[type](columns, [])
}

async function* rowsOfMenu(snapshot: Snapshot, menu: MenuRow): AsyncGenerator<readonly ExportedRow[]> {
  for await (const { groups } of readExportedMenus(snapshot, [menu])) yield* chunks(menuRows(menu, groups))
}
