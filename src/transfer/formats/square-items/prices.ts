import { otherPricesAt } from '../mapping/losses.ts'
import type { ConversionReport } from '../report.ts'
import { normalizeHeading } from '../table/columns.ts'
import type { PriceColumn } from '../table/prices.ts'
import type { TableRow } from '../table/row.ts'
import type { Variation } from './items.ts'

type Row = TableRow<string>

const VARIABLE = 'variable'
const ONLY_AT_LOCATIONS =
  '[item has|items have] no price, because [it is|they are] priced by location (name one with --location)'
const ONLINE = '[item loses its|items lose their] sale [price|prices] online'

/** Creates a function that gives a variation the price of its row. @param location the one whose price is wanted */
export function createPriceOf(location: string | undefined, prices: PriceColumn, report: ConversionReport) {
  return (row: Row, locations: readonly string[], variation: Variation, name: string): void => {
    if (row.text('online sale price') !== '') report.lose(ONLINE, name)
    if (location === undefined) reportOthers(row, locations, name)
    const column = priceColumn(row, location)
    if (column === undefined) return
    variation.price = null
    if (row.text(column).toLowerCase() !== VARIABLE) prices.read(row.price(column), variation, name)
  }

  function reportOthers(row: Row, locations: readonly string[], name: string): void {
    const price = row.text('price')
    const others = locations
      .map((one) => row.text(priceAt(one)))
      .filter((text) => text !== '' && text !== price)
    if (others.length === 0) return
    if (price === '') report.lose(ONLY_AT_LOCATIONS, name)
    else report.skip(otherPricesAt('--location'))
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
