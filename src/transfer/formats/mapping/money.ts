import { CommandError } from '../../../lib/flow/command-error.ts'
import type { ConversionReport } from '../report.ts'
import { ROUNDED_PRICE } from './losses.ts'

/** Less than this is an error of a computation, as in 4.3499999999999, and no digit of the price. */
const NOISE = 1e-6

/**
 * Converts an amount in the minor unit of a currency, such as 435 cents, to a price, such as 4.35.
 * @param digits the number of digits after the decimal point
 * @returns undefined if the amount is not a whole number
 */
export function fromMinorUnits(amount: unknown, digits: number): number | undefined {
  const [, sign = '', whole] = /^(-?)(\d+)$/.exec(String(amount)) ?? []
  if (whole === undefined) return undefined
  const padded = whole.padStart(digits + 1, '0')
  const split = padded.length - digits
  // As a text: a division would be rounded twice.
  return Number(`${sign}${padded.slice(0, split)}.${padded.slice(split)}`)
}

/**
 * Rounds a price to the minor unit of its currency, and half of one up. What is more than noise is reported.
 * @param name of the item, for the report
 */
export function roundPrice(price: number, digits: number, name: string, report: ConversionReport): number {
  const [number, exponent = 0] = String(price).split('e')
  // As a text: a multiplication could be rounded to the wrong side, as that of 1.005 is.
  const minorUnits = Number(`${number}e${Number(exponent) + digits}`)
  const rounded = fromMinorUnits(Math.round(minorUnits), digits)
  if (rounded === undefined) return price
  if (Math.abs(rounded - price) > NOISE) report.lose(ROUNDED_PRICE, `${name} (${price})`)
  return rounded
}

/**
 * Chooses the currency of prices.
 * @param found the codes or signs of all prices in the files
 * @param wanted the code that the user asks for
 * @throws {CommandError} if there are several currencies, and none is asked for
 */
export function chooseCurrency(found: ReadonlySet<string>, wanted: string | undefined): string | undefined {
  if (wanted !== undefined) return wanted.toUpperCase()
  const [first, ...others] = [...found].sort()
  if (others.length === 0) return first
  throw new CommandError(
    `The prices are in several currencies (${[first, ...others].join(', ')}): choose one with --currency.`,
  )
}
