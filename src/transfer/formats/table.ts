import { TABLE_EXTENSIONS } from './containers/containers.ts'
import { type FormatOptions, MENU_OPTIONS, type MenuFormat } from './format.ts'
import { finishMenus } from './mapping/finish.ts'
import type { ConversionReport } from './report.ts'
import type { Sample } from './sample.ts'
import { isHeadingRow } from './square-items/headings.ts'
import { areHeadings, GROUP_ROLES, ITEM_ROLES, normalizeHeading, ROLE_BY_SPELLING } from './table/columns.ts'
import { toSourceMenus } from './table/drafts.ts'
import { groupOf, groupPath, refuseWithoutGroup } from './table/groups.ts'
import { itemReader } from './table/items.ts'
import { menuPlaces } from './table/menus.ts'
import { type PriceColumn, priceColumn } from './table/prices.ts'
import type { TableRow } from './table/row.ts'
import { beginSheet, type SheetState } from './table/sheet.ts'
import { readTables } from './table/sheets.ts'
import { totalFinder } from './table/totals.ts'
import { joinHeadings } from './table/two-row-headings.ts'

/** Any spreadsheet with a row of headings, and below it a row for each item, or for each size of one. */
export const table: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'column', 'withoutSheet', 'withHidden'],
  matches: (sample) => isTable(sample) && !sample.rows.some(isHeadingRow),

  async read(files, options, report) {
    const { column = new Map<string, string>() } = options
    const chosen = new Set([...column.values()].map(normalizeHeading))
    const prices = priceColumn(options, report)
    const { menus, readRow } = rowReader(options, prices, report)
    await readTables(files, options, report, {
      prices,
      roles: ROLE_BY_SPELLING,
      joinHeadings,
      isHeadings: (cells) => areHeadings(cells) || cells.some((cell) => chosen.has(normalizeHeading(cell))),
      required: 'must have a row of headings, but is empty',
      keepsHidden: (heading) => chosen.has(normalizeHeading(heading)),
      begin: (place, headings, { name }) =>
        beginSheet(place, headings, name, { chosen: column, currency: options.currency }, report, readRow),
    })
    return finishMenus('table', toSourceMenus(menus, report), options, report)
  },
}

/** By its name, or by headings that the format knows. */
function isTable({ kind, extension, rows }: Sample): boolean {
  if (kind === 'json' || kind === 'xml' || kind === 'html') return false
  return kind === 'workbook' || TABLE_EXTENSIONS.has(extension) || rows.some(areHeadings)
}

function rowReader({ menuName = '' }: FormatOptions, prices: PriceColumn, report: ConversionReport) {
  const { menus, menuOf } = menuPlaces(menuName)
  const readItem = itemReader(prices, report)
  const isTotal = totalFinder(report)

  return { menus, readRow }

  /** A row without an item is about its group, and one without a group is about its menu. */
  function readRow(row: TableRow, state: SheetState): void {
    if (isTotal(row)) return
    for (const role of ['group', 'item'] as const) if (row.text(role) !== '') state.above.set(role, row)
    const menu = menuOf(row)
    if (menu === undefined) return
    // Items are in groups. Without any column for them, all items are in one group with the name of the menu.
    const path = groupPath(row) ?? [menu.name || menuName]
    const hasItem = ITEM_ROLES.some((role) => row.cell(role) !== undefined) || row.sizes().length > 0
    if (path.length === 0) {
      if (hasItem || GROUP_ROLES.some((role) => row.cell(role) !== undefined))
        refuseWithoutGroup(row, state.above)
      return
    }
    const group = groupOf(row, menu, path)
    if (group === undefined) return
    if (hasItem) readItem(row, menu, group, state)
    else group.keepEmpty = true
  }
}
