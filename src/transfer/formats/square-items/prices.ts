import type { ConversionReport } from '../report.ts'
import { normalizeHeading } from '../table/columns.ts'
import type { PriceColumn } from '../table/prices.ts'
import type { TableRow } from '../table/row.ts'
import type { Variation } from './items.ts'

type Row = TableRow<string>

const ONLY_AT_LOCATIONS =
  '[item has|items have] no price, because [it is|they are] priced by location (name one with --location)'
const ONLINE = '[item loses its|items lose their] sale [price|prices] online'

/** Creates a function that gives a variation the price of its row. @param location the one whose price is wanted */
export function createPriceOf(location: string | undefined, prices: PriceColumn, report: ConversionReport) {
  return (row: Row, locations: readonly string[], variation: Variation, name: string): void => {
    if (row.text('online sale price') !== '') report.lose(ONLINE, name)
    const column = priceColumn(row, location)
    if (column === undefined) return
    variation.price = null
    const text = row.text(column).toLowerCase()
    if (text === '' && location === undefined && locations.some((one) => row.text(priceAt(one)) !== ''))
      report.lose(ONLY_AT_LOCATIONS, name)
    const cell = {
      cell: () => row.cell(column),
      fault: (_: 'price', message: string) => row.fault(column, message),
    }
    if (text !== 'variable') prices.read(cell, variation, name)
  }
}

/** An empty cell of a location means that the price of all locations holds. */
function priceColumn(row: Row, location: string | undefined): string | undefined {
  const own = priceAt(location)
  if (location !== undefined && row.text(own) !== '') return own
  if (row.has('price')) return 'price'
  return row.has(own) ? own : undefined
}

function priceAt(location: string | undefined): string {
  return normalizeHeading(`price ${location}`)
}
