import { MAX_PRICE, rangeProblem } from '../../../menu/amounts.ts'
import { showValue } from '../../errors.ts'
import type { Cell } from '../containers/container.ts'
import type { FormatOptions } from '../format.ts'
import { ROUNDED_AS_SHOWN } from '../mapping/losses.ts'
import { hasUnknownCode, isDash, type PriceText, readPriceText, unclear } from '../mapping/price-text.ts'
import { Prices } from '../mapping/prices.ts'
import type { ConversionReport } from '../report.ts'
import type { ShownAmount } from './shown.ts'

const UNKNOWN_CODE = 'must have the ISO 4217 code of its currency, or none'

interface Priced {
  price: number | null | undefined
}

/** A row with a column of prices. */
interface PriceRow {
  /** The code or sign of the currency of prices that have none of their own. */
  readonly currency?: string
  cell(role: 'price'): Cell | undefined
  amount(role: 'price'): ShownAmount
  fault(role: 'price', message: string): void
}

/** Reads the column of prices, row by row. What the other prices have to tell is filled in later. */
export class PriceColumn {
  readonly #prices: Prices
  readonly #report: ConversionReport
  #unclear: { row: PriceRow; target: Priced; read: PriceText; currency: string }[] = []
  readonly #priced: { target: Priced; name: string; currency: string }[] = []

  /** @param separator the usual one before decimals, for files whose prices do not tell it */
  constructor({ currency }: FormatOptions, report: ConversionReport, separator?: '.' | ',') {
    this.#prices = new Prices(currency, separator ? { separator } : {})
    this.#report = report
  }

  beginFile(name: string): void {
    this.#prices.beginFile(name)
  }

  /** Gives a target the price of a row, if it has one. @param name what the report calls the target */
  read(row: PriceRow, target: Priced, name: string): void {
    const value = row.cell('price')
    if (value === undefined || isDash(value)) return
    const { currency: shown = '', exact } = row.amount('price')
    const currency = readPriceText(value)?.currency || shown || row.currency || ''
    if (exact !== undefined) this.#report.lose(ROUNDED_AS_SHOWN, `${name} (${exact})`)
    const read = this.#prices.learn({ value, currency })
    if (read === undefined) {
      const problem = hasUnknownCode(value)
        ? UNKNOWN_CODE
        : 'must be a price such as 8.50 or $8.50, or empty if there is none'
      row.fault('price', `${problem}, got ${showValue(value)}`)
      return
    }
    this.#priced.push({ target, name, currency })
    if (typeof read.amount === 'number') setPrice(row, target, read.amount)
    else this.#unclear.push({ row, target, read, currency })
  }

  /** Decides what unclear prices of a file mean. */
  endFile(): void {
    for (const { row, target, read, currency } of this.#unclear) {
      const price = this.#prices.amountOf(read.amount, currency)
      if (price === undefined) row.fault('price', unclear(row.cell('price'), read))
      else setPrice(row, target, price)
    }
    this.#unclear = []
  }

  /** Rounds the prices, and takes away those in other currencies. @throws {CommandError} if none is chosen */
  end(): void {
    this.#prices.decide()
    for (const { target, name, currency } of this.#priced) {
      const price = { value: undefined, currency }
      const isChosen = this.#prices.isChosen(price)
      if (!isChosen) this.#report.lose(this.#prices.reasonToLose(price), name)
      target.price = isChosen ? this.#rounded(target, name) : null
    }
  }

  #rounded({ price }: Priced, name: string): number | null {
    return typeof price === 'number' ? this.#prices.round(price, name, this.#report) : null
  }
}

function setPrice(row: PriceRow, target: Priced, price: number): void {
  target.price = price
  const problem = rangeProblem(price, MAX_PRICE)
  if (problem !== undefined) row.fault('price', `${problem}, got ${showValue(row.cell('price'))}`)
}
