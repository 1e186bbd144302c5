import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import { finishMenus } from './mapping/finish.ts'
import { Budget } from './mapping/reading.ts'
import { columnsOf, isHeadingRow, locationsIn, requireLocation } from './square-items/headings.ts'
import { groupsOf } from './square-items/items.ts'
import { createLibrary } from './square-items/library.ts'
import { otherColumns } from './square-items/other-columns.ts'
import { priceColumn } from './table/prices.ts'
import { readTables } from './table/sheets.ts'

/** The item library that Square exports as XLSX or CSV: a row for each variation of an item. */
export const squareItems: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'withHidden'],
  matches: ({ rows }) => rows.some(isHeadingRow),

  async read(files, options, report) {
    // Square writes 1,250 for more than a thousand, unless other prices of the file say otherwise.
    const prices = priceColumn(options, report, '.')
    const others = otherColumns(report)
    const library = createLibrary(options.location, prices, report)
    await readTables(files, options, report, {
      prices,
      isHeadings: isHeadingRow,
      skipsOthers: true,
      required: 'must have the headings Token and Item Name in one of its first rows',
      begin(_, headings, { name }) {
        const columns = columnsOf(headings)
        if (options.location !== undefined) requireLocation(name, columns, options.location)
        const locations = locationsIn(columns)
        const readOthers = others.sheet(columns)
        return {
          columns,
          others: columns.headings.keys(),
          read(row, { cells }) {
            const item = library.read(row, locations)
            if (item !== undefined) readOthers(row, cells.keys(), item)
          },
        }
      },
    })
    library.end()
    others.end()
    const menu = {
      name: '',
      groups: groupsOf(library.items, new Budget()),
    }
    return finishMenus('square-items', [menu], options, report)
  },
}
