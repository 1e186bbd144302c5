import { TABLE_EXTENSIONS } from './containers/read-rows.ts'
import type { MenuFormat } from './format.ts'
import type { Sample } from './sample.ts'
import { isLibrary } from './square-items/library-columns.ts'
import { parseMenuHeading } from './table/menu-columns.ts'
import { readMenuTables } from './table/read-menu-tables.ts'

/** Any spreadsheet with a row of headings, and below it a row for each item, or for each size of one. */
export const table: MenuFormat = {
  matches: (sample) => isTable(sample) && !sample.rows.some(isLibrary),

  read: readMenuTables,
}

/** Whether a file is a table, by its name or by known headings. */
function isTable({ kind, extension, rows }: Sample): boolean {
  const isText = kind === 'text' && (TABLE_EXTENSIONS.has(extension) || rows.some(areHeadings))
  return kind === 'workbook' || isText
}

function areHeadings(cells: readonly string[]): boolean {
  const roles = new Set(cells.map((cell) => parseMenuHeading(cell)?.role))
  roles.delete(undefined)
  return roles.has('item') && roles.size > 1
}
