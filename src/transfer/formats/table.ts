import { DocumentError } from '../errors.ts'
import { openTable, TABLE_EXTENSIONS } from './containers/containers.ts'
import { type Format, type FormatOptions, MENU_OPTIONS } from './format.ts'
import type { InputFile } from './input-file.ts'
import { finishMenus } from './mapping/finish.ts'
import type { ConversionReport } from './report.ts'
import type { Sample } from './sample.ts'
import { looksLikeSquareItems } from './square-items/headings.ts'
import type { Role } from './table/columns.ts'
import { toSourceMenus } from './table/drafts.ts'
import { groupPath, groupPlaces } from './table/groups.ts'
import { areHeadings, fromHeadings } from './table/headings.ts'
import { ITEM_ROLES, itemReader } from './table/items.ts'
import { menuPlaces } from './table/menus.ts'
import { PriceColumn } from './table/prices.ts'
import type { TableRow } from './table/row.ts'
import { beginSheet, HIDDEN_SHEET, NO_ROW, type Sheet } from './table/sheet.ts'

const GROUP_ROLES: readonly Role[] = ['group id', 'group description', 'group tags']

/** Any spreadsheet with a row of headings, and below it a row for each item, or for each size of one. */
export const table: Format = {
  name: 'table',
  description: 'a spreadsheet in CSV or XLSX, read by its headings',
  options: [...MENU_OPTIONS, 'currency', 'column'],
  matches: (sample) => isTable(sample) && !looksLikeSquareItems(sample.rows),

  async read(files, options, report) {
    const prices = new PriceColumn(options, report)
    const { menus, readRow } = rowReader(options, prices)
    for (const file of files) {
      prices.beginFile(file.name)
      await readFile(file, options, report, readRow)
      prices.endFile()
    }
    report.errors.throwIfAny()
    prices.end()
    return finishMenus('table', toSourceMenus(menus), options, report)
  },
}

/** By its name, or by headings that the format knows. */
function isTable({ kind, extension, rows }: Sample): boolean {
  if (kind === 'json' || kind === 'xml' || kind === 'html') return false
  return kind === 'workbook' || TABLE_EXTENSIONS.has(extension) || rows.some(areHeadings)
}

async function readFile(
  file: InputFile,
  options: FormatOptions,
  report: ConversionReport,
  readRow: (row: TableRow, sheet: Sheet) => void,
): Promise<void> {
  const { hiddenSheets, rows } = await openTable(file, options.onRead)
  if (hiddenSheets > 0) report.skip(HIDDEN_SHEET, hiddenSheets)
  let sheet: Sheet | undefined
  let hasRow = false
  for await (const row of fromHeadings(rows, options.column)) {
    if (sheet !== undefined && sheet.name === row.sheet) {
      const tableRow = sheet.row(row)
      if (tableRow.isEmpty) continue
      hasRow = true
      readRow(tableRow, sheet)
    } else {
      sheet?.end()
      sheet = beginSheet(file, row, options.column, report)
    }
  }
  if (sheet === undefined) throw new DocumentError(`${file.name}: must have a row of headings, but is empty`)
  sheet.end()
  if (!hasRow) throw new DocumentError(`${file.name}: ${NO_ROW}`)
}

function rowReader({ menuName = '' }: FormatOptions, prices: PriceColumn) {
  const { menus, menuOf } = menuPlaces(menuName)
  const groupOf = groupPlaces()
  const readItem = itemReader(prices)

  return { menus, readRow }

  /** A row without an item is about its group, and one without a group is about its menu. */
  function readRow(row: TableRow, { stock, columns }: Sheet): void {
    const menu = menuOf(row)
    if (menu === undefined) return
    // Items are in groups. Without any column for them, all items are in one group with the name of the menu.
    const path =
      columns.at.has('group') || columns.at.has('subcategory') ? groupPath(row) : [menu.name || menuName]
    const hasItem = ITEM_ROLES.some((role) => row.cell(role) !== undefined)
    if (path.length === 0) {
      if (hasItem || GROUP_ROLES.some((role) => row.cell(role) !== undefined))
        row.fault('group', 'must name the group of the item')
      return
    }
    const group = groupOf(row, menu, path)
    if (group === undefined) return
    if (hasItem) readItem(row, group, stock)
    else group.keepEmpty = true
  }
}
