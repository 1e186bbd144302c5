import type { MenuFormat } from './format.ts'
import { MENU_OPTIONS } from './format-options.ts'
import { isLibrary } from './square-items/headings.ts'
import { menuForm } from './tables/menu-form.ts'
import { readTables, TABLE_OPTIONS } from './tables/tables.ts'

/** Any spreadsheet with a row of headings, and below it a row for each item, or for each size of one. */
export const table: MenuFormat = {
  options: [...MENU_OPTIONS, ...TABLE_OPTIONS, 'currency'],
  matches: ({ kind, rows }) => (kind === 'workbook' || kind === 'text') && !rows.some(isLibrary),

  async read(files, reading) {
    const { form, end } = menuForm(reading)
    await readTables(files, reading.options, reading.report, form)
    return end()
  },
}
