import type { Cell, Row } from '../containers/container.ts'
import type { InputFile } from '../input-file.ts'
import { readPriceText } from '../mapping/price-text.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { type Columns, type GivenColumns, normalizeHeading, ROLE_BY_SPELLING } from './columns.ts'
import { findColumns } from './find-columns.ts'
import { LoneNames } from './lone-names.ts'
import { MarkColumns } from './marks.ts'
import { MisplacedHeadings } from './misplaced-headings.ts'
import { addFault } from './place.ts'
import { reasonNotToReadPrices } from './price-columns.ts'
import { readPriceHeading } from './price-headings.ts'
import { TableRow } from './row.ts'
import type { SheetReader } from './sheets.ts'
import { splitPrices } from './split-prices.ts'
import { type StockColumn, stockColumn } from './stock.ts'
import { loseColumns } from './unread-columns.ts'
import { variantRows } from './variant-rows.ts'

const UNIT_COLUMN =
  '[column is|columns are] not read, although [it may say|they may say] what the prices are for (if so, name it with --column size=HEADING)'
/** What says that a price is for 100 g, or for a slice. */
const OF_UNITS: ReadonlySet<string> = new Set(
  'unit|units|price unit|price per|per|unit of measure|unit name|einheit|preiseinheit|unité|unidad|unità|unidade|eenheid|jednostka|birim|単位|单位|단위'.split(
    '|',
  ),
)

/** What the rows of a sheet tell together. */
export interface SheetState {
  readonly stock: StockColumn
  readonly marks: MarkColumns
  /** The last rows that name a group, and an item. */
  readonly above: Map<'group' | 'item', TableRow>
}

const NO_PRICES =
  '[table has|tables have] no prices, because no column is known to be that of the prices for guests: name it with --column price=HEADING'
export const MORE_CELLS =
  'must not have more cells than there are headings: put texts and prices with separators in quotes, such as "3,50", and delete separators at the end'

/**
 * Begins a sheet of a workbook, or a whole CSV file, with the row of its headings.
 * @throws {DocumentError | CommandError} if it is not clear what the columns are
 */
export function beginSheet(
  file: InputFile,
  headings: Row,
  given: GivenColumns,
  report: ConversionReport,
  readRow: (row: TableRow, state: SheetState) => void,
): SheetReader {
  const place = headings.sheet === undefined ? file.name : `${file.name}: sheet ${headings.sheet}`
  const columns = findColumns(place, headings, given)
  const variants = variantRows(columns)
  const used = new Set([...columns.at.values(), ...(columns.sizes?.keys() ?? []), ...variants.used])
  const state = { stock: stockColumn(), marks: new MarkColumns(columns, report), above: new Map() }
  const loneNames = new LoneNames()
  const misplaced = new MisplacedHeadings(columns)
  const unread = new Set<number>()
  let hasAmounts = false
  const split = splitPrices(columns, file.name, report)

  return {
    read(cells) {
      // In CSV this is a comma in a text without quotes, so that all cells after it are in wrong columns.
      if ((cells.width ?? 0) > (headings.width ?? 0)) {
        addFault(report, { file: file.name, sheet: undefined, row: cells.number }, undefined, MORE_CELLS)
        return true
      }
      for (const column of cells.cells.keys()) if (!used.has(column)) notRead(cells, column)
      return variants.split(cells).map(readCells).includes(true)
    },

    end() {
      state.stock.end()
      const unmarked = new Set(state.marks.end())
      for (const column of columns.marks?.keys() ?? []) if (!unmarked.has(column)) unread.delete(column)
      split.end()
      misplaced.end(place, report)
      loneNames.end(report)
      if ((hasAmounts || [...unread].some(isOfPrices)) && !hasPrices(columns)) report.lose(NO_PRICES, place)
      loseColumns(unread, columns, ROLE_BY_SPELLING, report, (heading) => reasonNotToRead(columns, heading))
    },
  }

  /** @returns whether there is anything in the row */
  function readCells(cells: Row): boolean {
    const row = new TableRow(file.name, cells, columns, report)
    if (row.isEmpty) return false
    if (row.refuseCells()) return true
    if (misplaced.refuse(row)) return true
    loneNames.read(row)
    split.read(cells)
    readRow(row, state)
    return true
  }

  function isOfPrices(column: number): boolean {
    const kind = readPriceHeading(columns.headings.get(column) ?? '')?.kind
    return kind !== undefined && kind !== 'noAmount'
  }

  function notRead({ cells }: Row, column: number): void {
    unread.add(column)
    hasAmounts ||= isAmount(cells.get(column))
  }
}

function hasPrices({ at, sizes }: Columns): boolean {
  return at.has('price') || (sizes?.size ?? 0) > 0
}

function reasonNotToRead({ at, sizes }: Columns, heading = ''): Reason | undefined {
  if (OF_UNITS.has(normalizeHeading(heading))) return UNIT_COLUMN
  return reasonNotToReadPrices(heading, at.has('price'), (sizes?.size ?? 0) > 0)
}

/** Whether a cell is rather a price than a count or a code: it has decimals, or a currency. */
function isAmount(cell: Cell | undefined): boolean {
  if (typeof cell === 'number') return !Number.isInteger(cell)
  const read = readPriceText(cell)
  return read !== undefined && (read.decimalSeparator !== undefined || read.currency !== '')
}
