import type { Cell, Row } from '../containers/container.ts'
import { readPriceText } from '../mapping/price-text.ts'
import type { ConversionReport } from '../report.ts'
import { CalorieColumn } from './calories.ts'
import { type ColumnRole, type Columns, type GivenColumns, normalizeHeading } from './columns.ts'
import { findColumns } from './find-columns.ts'
import { LoneNames } from './lone-names.ts'
import { type MarkColumns, markColumns } from './marks.ts'
import { misplacedHeadings } from './misplaced-headings.ts'
import { reasonNotToReadPrices } from './price-columns.ts'
import { readPriceHeading } from './price-headings.ts'
import type { TableRow } from './row.ts'
import type { SheetReader } from './sheet-rows.ts'
import { splitPriceFinder } from './split-prices.ts'
import { type StockColumn, stockColumn } from './stock.ts'
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
  readonly calories: CalorieColumn
  /** The last rows that name a group, and an item. */
  readonly above: Map<'group' | 'item', TableRow>
}

const NO_PRICES =
  '[table has|tables have] no prices, because no column is known to be that of the prices for guests: name it with --column price=HEADING'

/**
 * Begins a sheet of a workbook, or a whole CSV file, with the row of its headings.
 * @throws {DocumentError | CommandError} if it is not clear what the columns are
 */
export function beginSheet(
  place: string,
  headings: Row,
  file: string,
  given: GivenColumns,
  report: ConversionReport,
  readRow: (row: TableRow, state: SheetState) => void,
): SheetReader<ColumnRole> {
  const columns = findColumns(place, headings, given)
  const variants = variantRows(columns)
  const state = {
    stock: stockColumn(),
    marks: markColumns(columns, report),
    calories: new CalorieColumn(),
    above: new Map(),
  }
  const loneNames = new LoneNames()
  const misplaced = misplacedHeadings(columns)
  const splitPrices = splitPriceFinder(columns, file, report)
  let hasAmounts = false

  return {
    columns,
    others: variants.used,
    split: variants.split,

    read(row, cells) {
      if (misplaced.refuse(row)) return
      loneNames.read(row)
      splitPrices.read(cells)
      readRow(row, state)
    },

    passOver(cell) {
      hasAmounts ||= isAmount(cell)
    },

    end(unread) {
      state.stock.end()
      const unmarked = new Set(state.marks.end())
      for (const column of columns.marks?.keys() ?? []) if (!unmarked.has(column)) unread.delete(column)
      splitPrices.end()
      misplaced.end(place, report)
      loneNames.end(report)
      if ((hasAmounts || [...unread].some(isOfPrices)) && !hasPrices(columns)) report.lose(NO_PRICES, place)
    },

    reasonNotToRead(heading = '') {
      if (OF_UNITS.has(normalizeHeading(heading))) return UNIT_COLUMN
      return reasonNotToReadPrices(heading, columns.at.has('price'), (columns.sizes?.size ?? 0) > 0)
    },
  }

  function isOfPrices(column: number): boolean {
    const kind = readPriceHeading(columns.headings.get(column) ?? '')?.kind
    return kind !== undefined && kind !== 'noAmount'
  }
}

function hasPrices({ at, sizes }: Columns): boolean {
  return at.has('price') || (sizes?.size ?? 0) > 0
}

/** Whether a cell is rather a price than a count or a code: it has decimals, or a currency. */
function isAmount(cell: Cell): boolean {
  if (typeof cell === 'number') return !Number.isInteger(cell)
  const read = readPriceText(cell)
  return read !== undefined && (read.decimalSeparator !== undefined || read.currency !== '')
}
