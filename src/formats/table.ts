import { TABLE_EXTENSIONS } from './containers/read-rows.ts'
import type { MenuFormat } from './format.ts'
import { MENU_OPTIONS, TABLE_OPTIONS } from './format-options.ts'
import type { Sample } from './sample.ts'
import { readTables } from './sheets/read-sheets.ts'
import { isLibrary } from './square-items/library-columns.ts'
import { roleOfHeading } from './table/menu-columns.ts'
import { menuTableForm } from './table/read-menu-tables.ts'

/** Any spreadsheet with a row of headings, and below it a row for each item, or for each size of one. */
export const table: MenuFormat = {
  options: [...MENU_OPTIONS, ...TABLE_OPTIONS, 'currency'],
  matches: (sample) => isTable(sample) && !sample.rows.some(isLibrary),

  async read(files, reading) {
    const { form, end } = menuTableForm(reading)
    await readTables(files, reading.options, reading.report, form)
    return end()
  },
}

/** Whether a file is a table, by its name or by known headings. */
function isTable({ kind, extension, rows }: Sample): boolean {
  const isText = kind === 'text' && (TABLE_EXTENSIONS.has(extension) || rows.some(areHeadings))
  return kind === 'workbook' || isText
}

function areHeadings(cells: readonly string[]): boolean {
  const roles = new Set(cells.map((cell) => roleOfHeading(cell)?.role))
  roles.delete(undefined)
  return roles.has('item') && roles.size > 1
}
