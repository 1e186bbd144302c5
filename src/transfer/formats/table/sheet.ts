import type { Row } from '../containers/container.ts'
import type { InputFile } from '../input-file.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { findColumns, type GivenColumns } from './columns.ts'
import { LoneNames } from './lone-names.ts'
import { addFault } from './place.ts'
import { currencyOfHeading, sizeOfHeading } from './price-headings.ts'
import { TableRow } from './row.ts'
import type { SheetReader } from './sheets.ts'
import { type StockColumn, stockColumn } from './stock.ts'

const UNREAD_COLUMN =
  '[column is|columns are] not read, because [its heading is|their headings are] not known'
const OTHER_PRICE =
  '[column is|columns are] not read, because there is a column of prices as well: if these are sizes, call that one by its size, too, such as Price Regular'
const OTHER_CURRENCY =
  '[column is|columns are] not read, because a menu has prices in one currency, which --currency names'
const LETTERS = 26

/**
 * Begins a sheet of a workbook, or a whole CSV file, with the row of its headings.
 * @throws {DocumentError | CommandError} if it is not clear what the columns are
 */
export function beginSheet(
  file: InputFile,
  headings: Row,
  given: GivenColumns,
  report: ConversionReport,
  readRow: (row: TableRow, stock: StockColumn) => void,
): SheetReader {
  const place = headings.sheet === undefined ? file.name : `${file.name}: sheet ${headings.sheet}`
  const columns = findColumns(place, headings, given)
  const used = new Set([...columns.at.values(), ...(columns.sizes?.keys() ?? [])])
  const loneNames = new LoneNames()
  const unread = new Set<number>()
  const stock = stockColumn()
  const lastColumn = [...columns.headings.keys()].reduce((last, column) => Math.max(last, column), 0)

  return {
    read(cells) {
      for (const column of cells.cells.keys()) if (!used.has(column)) notRead(cells, column)
      const row = new TableRow(file.name, cells, columns, report)
      if (row.isEmpty) return false
      if (row.refuseCells()) return true
      loneNames.read(row)
      readRow(row, stock)
      return true
    },

    end() {
      stock.end()
      loneNames.end(report)
      for (const column of unread) {
        const heading = columns.headings.get(column)
        const reason = reasonNotToRead(heading ?? '', columns.at.has('price'))
        report.lose(reason, heading ?? `column ${letters(column)}`)
      }
    },
  }

  function notRead({ sheet, number }: Row, column: number): void {
    // In CSV this is a comma in a text without quotes, so that all cells after it are in wrong columns.
    if (sheet === undefined && column > lastColumn) {
      const message = 'must not have more cells than there are headings: put texts with separators in quotes'
      addFault(report, { file: file.name, sheet, row: number }, undefined, message)
    } else unread.add(column)
  }
}

function reasonNotToRead(heading: string, hasPrices: boolean): Reason {
  if (currencyOfHeading(heading) !== '') return OTHER_CURRENCY
  return hasPrices && sizeOfHeading(heading) !== undefined ? OTHER_PRICE : UNREAD_COLUMN
}

/** A column as spreadsheets call it: A to Z, then AA. */
export function letters(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % LETTERS))
  return column < LETTERS ? last : `${letters(Math.floor(column / LETTERS) - 1)}${last}`
}
