import { showValue } from '../../documents/import-error.ts'
import { MAX_PRICE, rangeProblem } from '../../menu/amounts.ts'
import type { ImportReport } from '../import-report.ts'
import { cleanText } from './clean-text.ts'
import { currenciesOf, customaryDecimals, exactPrice, isoDecimals } from './currencies.ts'
import { parsePriceText } from './price-text.ts'
import { noPriceIn } from './report-texts.ts'

const NO_PRICE = 'must be one price such as 8.50 or $8.50, free, or empty if there is none'
const UNKNOWN_CURRENCY = 'must be in a currency that is known by its ISO 4217 code'
const UNCLEAR =
  'could mean decimals or thousands: write it with two decimals, or name a currency without decimals'
const TOO_MANY_DIGITS = 'must not have more decimals than its currency has'

export interface WrittenPrice {
  /** A number, or a text such as `$4.50`. */
  readonly value: unknown
  /** The currency's code or sign where the file has it apart from the price. */
  readonly currency?: string
  /** Whether a point is certainly the decimal separator of a text. */
  readonly hasDecimalPoint?: boolean | undefined
}

/** Parses a price for `Prices`. Its `currency` is a code or a sign as it is written, which may stand for any of its `codes`. */
export function parsePrice({ value, currency = '', hasDecimalPoint }: WrittenPrice) {
  const text = parsePriceText(value, hasDecimalPoint)
  const written = (currency || (text?.currency ?? '')).trim()
  const problem = text === undefined ? NO_PRICE : problemOfCurrencies(currency, text.currency)
  return { value, amount: text?.amount, currency: written, codes: currenciesOf(written), problem }
}

export type ParsedPrice = ReturnType<typeof parsePrice>

/** The problem of the currencies that a price has apart from its text and in its text. An empty text names none. */
function problemOfCurrencies(apart: string, inText: string): string | undefined {
  const codes = currenciesOf(apart)
  if (apart !== '' && codes === undefined) return `${UNKNOWN_CURRENCY}, which ${showValue(apart)} is not`
  const others = currenciesOf(inText)
  const isOne = codes === undefined || others === undefined || [...others].some((code) => codes.has(code))
  return isOne ? undefined : `must be in one currency, and not in ${apart}, too`
}

/** Reads the prices of files. Unless the user names a currency, all prices must be in one. */
export class Prices {
  readonly #wanted: string | undefined
  readonly #report: ImportReport
  /** The possible currencies of prices, by the code or sign as it is written. */
  readonly #currencies = new Map<string, ReadonlySet<string>>()
  /** Prices without a currency. Their currency is the one that all other prices share. */
  readonly #plain: { readonly amount: number; readonly place: string }[] = []

  /** @param wanted the code that the user asks for */
  constructor(wanted: string | undefined, report: ImportReport) {
    this.#wanted = wanted?.toUpperCase()
    this.#report = report
  }

  /** The price as a number; null if there is none. If it is wrong or in another currency, it is null as well, and reported. */
  readAmount(price: ParsedPrice, name: string, place: string): number | null {
    const amount = this.#amountOf(price, place)
    if (amount === null) return null
    if (!this.mayBeInWantedCurrency(price)) {
      this.#report.addLoss(noPriceIn(this.#wanted), name)
      return null
    }
    const codes = currenciesOf(this.#wanted ?? price.currency)
    if (codes !== undefined) return this.#refuseExtraDecimals(amount, place, codes)
    this.#plain.push({ amount, place })
    return amount
  }

  /** Refuses an amount with more decimals than its currency has. */
  #refuseExtraDecimals(amount: number, place: string, codes: Iterable<string>): number {
    const exact = exactPrice(amount, isoDecimals(codes))
    if (exact === undefined) this.#report.errors.add(place, `${TOO_MANY_DIGITS}, got ${amount}`)
    return exact ?? amount
  }

  /** Whether a price is in the currency that the user asks for, or has no known currency. */
  mayBeInWantedCurrency({ codes }: ParsedPrice): boolean {
    return this.#wanted === undefined || codes === undefined || codes.has(this.#wanted)
  }

  /** How many decimals people write in the currency of a price; undefined if it is not known. */
  customaryDecimalsOf({ currency }: ParsedPrice): number | undefined {
    return customaryDecimals(this.#wanted ?? currency)
  }

  /** Refuses prices in several currencies, if the user has not chosen one. A sign may stand for the currency of a code. */
  refuseSeveralCurrencies(files: string): void {
    if (this.#wanted !== undefined) return
    const [first = new Set<string>(), ...others] = this.#currencies.values()
    const common = [...first].filter((code) => others.every((codes) => codes.has(code)))
    if (common.length > 0)
      for (const { amount, place } of this.#plain) this.#refuseExtraDecimals(amount, place, common)
    else if (first.size > 0) {
      const found = [...this.#currencies.keys()].sort().join(', ')
      this.#report.errors.add(
        files,
        `The prices are in several currencies (${found}): choose one with --currency`,
      )
    }
  }

  /** Learns the currency of a price, and returns its amount; null if it is empty or has an error. */
  #amountOf(price: ParsedPrice, place: string): number | null {
    const { value, currency, codes } = price
    if (value === undefined || value === null || (typeof value === 'string' && cleanText(value) === ''))
      return null
    const amount = this.#resolve(price)
    const problem = price.problem ?? (amount === undefined ? UNCLEAR : rangeProblem(amount, MAX_PRICE))
    if (amount === undefined || problem !== undefined) {
      this.#report.errors.add(place, `${problem}, got ${showValue(value)}`)
      return null
    }
    if (codes !== undefined) this.#currencies.set(codes.size === 1 ? [...codes].join() : currency, codes)
    return amount
  }

  /** The amount if it is unambiguous, maybe because of its currency; otherwise undefined. */
  #resolve(price: ParsedPrice): number | undefined {
    const { amount } = price
    if (typeof amount !== 'object') return amount
    const digits = this.customaryDecimalsOf(price)
    if (digits === 0) return amount.thousands
    // Three digits after a comma may be decimals, or not.
    return digits === 3 && amount.separator === '.' ? amount.decimal : undefined
  }
}
