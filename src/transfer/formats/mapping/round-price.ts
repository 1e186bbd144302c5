import type { Report } from '../report.ts'
import { ROUNDED_PRICE } from './losses.ts'
import { currencyDigits, fromMinorUnits } from './money.ts'

/** Less than this is an error of a computation, as in 4.3499999999999, and no digit of the price. */
const NOISE = 1e-6

/**
 * Rounds a price to the minor unit of its currency. What is more than noise is reported.
 * @param name of the item, for the report
 */
export function roundPrice(price: number, currency: string, name: string, report: Report): number {
  // As a text: a multiplication could be rounded to the wrong side.
  const minorUnits = Math.round(Number(`${price}e${currencyDigits(currency)}`))
  const rounded = fromMinorUnits(minorUnits, currency)
  if (rounded === undefined) return price
  if (Math.abs(rounded - price) > NOISE) report.lose(ROUNDED_PRICE, `${name} (${price})`)
  return rounded
}
