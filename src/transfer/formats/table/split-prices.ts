import type { Row } from '../containers/container.ts'
import type { ConversionReport } from '../report.ts'
import type { ColumnRole, Columns } from './columns.ts'
import { addFault } from './place.ts'

const WHOLE = /^\d{1,4}$/
const CENTS = /^\d\d$/
/** Nobody writes calories or a price like this. */
const ONLY_CENTS = /^0\d$/

/** What may be a number of two digits beside a price. */
const NUMBERS: readonly ColumnRole[] = ['menu', 'item', 'size', 'menu id', 'group id', 'id']

/**
 * Finds prices that a comma without quotes has split into two cells, so that the second part is taken for calories, a text or
 * another price: `3,50`. In a row of the right width, that shows where it ends in `00` to `09`, or where all rows look like it.
 */
export function splitPriceFinder({ at, headings, sizes }: Columns, file: string, report: ConversionReport) {
  const prices = new Set([...(sizes?.keys() ?? []), ...(at.has('price') ? [at.get('price') ?? -1] : [])])
  const others = new Set([...at].flatMap(([role, column]) => (NUMBERS.includes(role) ? [] : [column])))
  // Programs quote what has a comma, and owners have no ids of menus.
  const isExport = at.has('menu id')
  const likely: { row: Row; column: number }[] = []
  let hasOther = false

  return {
    read(row: Row): void {
      if (row.width === undefined || isExport) return
      for (const [column, price] of row.cells) {
        if (!prices.has(column) || !(others.has(column + 1) || prices.has(column + 1))) continue
        const next = String(row.cells.get(column + 1) ?? '')
        if (!WHOLE.test(String(price)) || !CENTS.test(next)) hasOther = true
        else if (ONLY_CENTS.test(next)) fault(row, column)
        else if (!prices.has(column + 1)) likely.push({ row, column })
      }
    },

    end(): void {
      if (!hasOther) for (const { row, column } of likely) fault(row, column)
    },
  }

  function fault({ number, cells }: Row, column: number): void {
    const [whole, cents] = [cells.get(column), cells.get(column + 1)]
    const message = `may be ${whole},${cents} that is split at its comma: write it in quotes or as ${whole}.${cents}, or as ${whole}.00 if that is the price`
    addFault(report, { file, sheet: undefined, row: number }, headings.get(column), message)
  }
}
