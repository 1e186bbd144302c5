import { DocumentError } from '../errors.ts'
import type { Row } from './containers/container.ts'
import { openTable } from './containers/containers.ts'
import { type Format, type FormatOptions, MENU_OPTIONS } from './format.ts'
import type { InputFile } from './input-file.ts'
import { finishMenus } from './mapping/finish.ts'
import type { ConversionReport } from './report.ts'
import { groupsOf } from './square-items/groups.ts'
import {
  columnsOf,
  INTRODUCTION_ROWS,
  isHeadingRow,
  looksLikeSquareItems,
  requireLocation,
} from './square-items/headings.ts'
import { createLibrary, type Library } from './square-items/items.ts'
import type { Columns } from './table/columns.ts'
import { PriceColumn } from './table/prices.ts'
import { TableRow } from './table/row.ts'
import { HIDDEN_SHEET, NO_ROW } from './table/sheet.ts'

/** The item library that Square exports as XLSX or CSV: a row for each variation of an item. */
export const squareItems: Format = {
  name: 'square-items',
  description: "Square's item library, exported as XLSX or CSV",
  options: [...MENU_OPTIONS, 'currency'],
  matches: ({ rows }) => looksLikeSquareItems(rows),

  async read(files, options, report) {
    // Square writes 1,250 for more than a thousand, unless other prices of the file say otherwise.
    const prices = new PriceColumn(options, report, '.')
    const library = createLibrary(options.location, prices, report)
    for (const file of files) {
      prices.beginFile(file.name)
      await readFile(file, options, report, library)
      prices.endFile()
    }
    report.errors.throwIfAny()
    prices.end()
    library.end()
    const menu = { name: '', location: null, restaurant: null, groups: groupsOf(library.items) }
    return finishMenus('square-items', [menu], options, report)
  },
}

async function readFile(
  file: InputFile,
  { location, onRead }: FormatOptions,
  report: ConversionReport,
  library: Library,
) {
  const { hiddenSheets, rows } = await openTable(file, onRead)
  if (hiddenSheets > 0) report.skip(HIDDEN_SHEET, hiddenSheets)
  const columnsFor = columnFinder()
  let isFound = false
  let hasRow = false
  for await (const row of rows) {
    const { columns, isHeading } = columnsFor(row)
    if (isHeading && columns !== undefined) {
      isFound = true
      if (location !== undefined) requireLocation(file.name, columns, location)
    } else if (columns !== undefined) {
      hasRow = true
      library.read(new TableRow(file.name, row, columns, report))
    }
  }
  if (!isFound)
    throw new DocumentError(
      `${file.name}: must have the headings Token and Item Name in one of its first rows`,
    )
  if (!hasRow) throw new DocumentError(`${file.name}: ${NO_ROW}`)
}

/** Creates a function that tells which columns apply to a row: none above the headings, and in sheets without them. */
function columnFinder() {
  let sheet: string | undefined
  let rowsBefore = 0
  let columns: Columns<string> | undefined

  return (row: Row) => {
    if (row.sheet !== sheet) {
      sheet = row.sheet
      rowsBefore = 0
      columns = undefined
    }
    const isHeading =
      columns === undefined && rowsBefore < INTRODUCTION_ROWS && isHeadingRow(row.cells.values())
    if (isHeading) columns = columnsOf(row)
    rowsBefore += 1
    return { columns, isHeading }
  }
}
