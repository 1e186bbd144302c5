import { showValue } from '../../documents/document-error.ts'
import { CommandError } from '../../lib/command-error.ts'
import { writtenDigits } from '../mapping/currencies.ts'
import { isDash, isFree } from '../mapping/price-text.ts'
import { currencyIn, type PriceOwner, Prices, type WrittenPrice } from '../mapping/prices.ts'
import type { ConversionReport } from '../report.ts'
import type { TableRow } from './row.ts'

const PRICE_OF_0 = 'must not be 0: leave the cell empty if there is no price, or write free'
/** A higher price is probably a barcode, except in currencies whose small units nobody uses. */
const USUAL_MAX_PRICE = 1_000_000
const LARGE = `must be less than ${USUAL_MAX_PRICE.toLocaleString('en')}, except in currencies without decimals, which --currency names`

interface Priced {
  price: number | null | undefined
}

/** How the prices of a table are written. */
interface PriceStyle extends Omit<WrittenPrice, 'value'> {
  /** Whether the price is a stored one. */
  readonly isExported?: boolean
}

export type TablePrices = ReturnType<typeof tablePrices>

/** Reads the prices of tables, row by row. Which currency is taken is decided at the end. */
export function tablePrices(wanted: string | undefined, report: ConversionReport) {
  const prices = new Prices(wanted)
  const priced: { target: Priced; amount: number | null; price: WrittenPrice; owner: PriceOwner }[] = []

  return { read, end }

  /** Reads the price of a cell, if it has one, which the target gets in `end`. @param name of the target in the report */
  function read<Role extends string>(
    row: TableRow<Role>,
    role: Role,
    target: Priced,
    name: string,
    style: PriceStyle = {},
  ): void {
    target.price = null
    const text = row.text(role)
    if (isDash(text)) return
    const owner = { name, fault: (problem: string) => row.fault(role, problem) }
    const isEnglish = style.isEnglish || row.cell(role)?.isNumber
    const price = { value: text, currency: style.currency || row.currencyOf(role), isEnglish }
    const amount = prices.amountOf(price, owner.fault)
    const problem = style.isExported || amount === null ? undefined : problemOf(price, amount)
    if (problem !== undefined) owner.fault(`${problem}, got ${showValue(text)}`)
    priced.push({ target, amount, price, owner })
  }

  /** The problem of a price that people wrote. */
  function problemOf(price: WrittenPrice, amount: number): string | undefined {
    if (amount === 0 && !isFree(String(price.value))) return PRICE_OF_0
    return amount >= USUAL_MAX_PRICE && writtenDigits(wanted ?? currencyIn(price)) !== 0 ? LARGE : undefined
  }

  /** Decides which currency is taken, and gives all targets their prices. @param files their names */
  function end(files: string): void {
    try {
      prices.decide()
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      report.errors.add(files, error.message)
    }
    for (const { target, amount, price, owner } of priced)
      target.price = prices.take(amount, price, owner, report)
  }
}
