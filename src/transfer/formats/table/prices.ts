import { MAX_PRICE, rangeProblem } from '../../../menu/amounts.ts'
import { showValue } from '../../errors.ts'
import type { FormatOptions } from '../format.ts'
import { ROUNDED_AS_SHOWN } from '../mapping/losses.ts'
import { hasUnknownCode, isDash, type PriceText, readPriceText, unclearPrice } from '../mapping/price-text.ts'
import { Prices } from '../mapping/prices.ts'
import type { ConversionReport } from '../report.ts'
import type { PriceCell } from './row.ts'

const NO_PRICE = 'must be a price such as 8.50 or $8.50, or empty if there is none'
const UNKNOWN_CODE = 'must have the ISO 4217 code of its currency, or none'

interface Priced {
  price: number | null | undefined
}

export type PriceColumn = ReturnType<typeof priceColumn>

/**
 * Reads the column of prices, row by row. What the other prices have to tell is filled in later.
 * @param separator the usual one before decimals, for files whose prices do not tell it
 */
export function priceColumn(
  { currency: wanted }: FormatOptions,
  report: ConversionReport,
  separator?: '.' | ',',
) {
  const prices = new Prices(wanted, separator ? { separator } : {})
  let unclear: { cell: PriceCell; target: Priced; read: PriceText; currency: string }[] = []
  const priced: { target: Priced; name: string; currency: string }[] = []

  return { beginFile: (name: string) => prices.beginFile(name), read, endFile, end }

  /** Gives a target the price of a cell, if it has one. @param name what the report calls the target */
  function read(cell: PriceCell, target: Priced, name: string): void {
    const { value, exact } = cell
    if (value === undefined || isDash(value)) return
    const currency = readPriceText(value)?.currency || cell.currency || cell.usualCurrency
    if (exact !== undefined) report.lose(ROUNDED_AS_SHOWN, `${name} (${exact})`)
    const text = prices.learn({ value, currency })
    if (text === undefined) {
      const problem = hasUnknownCode(value) ? UNKNOWN_CODE : NO_PRICE
      cell.fault(`${problem}, got ${showValue(value)}`)
      return
    }
    priced.push({ target, name, currency })
    if (typeof text.amount === 'number') setPrice(cell, target, text.amount)
    else unclear.push({ cell, target, read: text, currency })
  }

  /** Decides what unclear prices of a file mean. */
  function endFile(): void {
    for (const { cell, target, read: text, currency } of unclear) {
      const price = prices.amountOf(text.amount, currency)
      if (price === undefined) cell.fault(unclearPrice(cell.value, text))
      else setPrice(cell, target, price)
    }
    unclear = []
  }

  /** Rounds the prices, and takes away those in other currencies. @throws {CommandError} if none is chosen */
  function end(): void {
    prices.decide()
    for (const { target, name, currency } of priced) {
      const isChosen = prices.isChosen({ value: undefined, currency })
      if (!isChosen) report.lose(prices.reasonToLose({ value: undefined, currency }), name)
      const { price } = target
      target.price = isChosen && typeof price === 'number' ? prices.round(price, name, report) : null
    }
  }
}

function setPrice(cell: PriceCell, target: Priced, price: number): void {
  target.price = price
  const problem = rangeProblem(price, MAX_PRICE)
  if (problem !== undefined) cell.fault(`${problem}, got ${showValue(cell.value)}`)
}
