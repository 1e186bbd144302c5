import { showValue } from '../../documents/document-error.ts'
import { CommandError } from '../../lib/command-error.ts'
import { MAX_PRICE, rangeProblem } from '../../menu/amounts.ts'
import type { ConversionReport } from '../report.ts'
import { currenciesOf, currencyDigits, differs, roundPrice, writtenDigits } from './currencies.ts'
import { noPriceIn } from './losses.ts'
import { readPriceText, type UnclearAmount } from './price-text.ts'
import { cleanText } from './text.ts'

const NO_PRICE = 'must be one price such as 8.50 or $8.50, or empty if there is none'
const UNKNOWN_CURRENCY = 'must be in a currency that is known by its ISO 4217 code'
const UNCLEAR =
  'may have decimals or thousands: write it with two decimals, or name a currency without decimals'
const TOO_MANY_DIGITS = 'must not have more decimals than its currency has'

export interface WrittenPrice {
  /** A number, or a text such as `$4.50`. */
  readonly value: unknown
  /** The currency's code or sign where the file has it apart from the price. */
  readonly currency?: string
  /** Whether the separators of a text are certainly those of English. */
  readonly isEnglish?: boolean | undefined
}

/** The owner of a price, for the report. */
export interface PriceOwner {
  /** The name of the owner in the report. */
  readonly name: string
  /** Adds an error at the price. */
  fault(problem: string): void
}

/** Reads the prices of files. It first learns the currencies of all prices, and then takes the prices in one of them. */
export class Prices {
  readonly #wanted: string | undefined
  /** The possible currencies of prices, by the code or sign as it is written. */
  readonly #currencies = new Map<string, ReadonlySet<string>>()
  /** The codes of the currency that is taken. It may be one of several; undefined if no price names one. */
  #chosen: ReadonlySet<string> | undefined

  /** @param wanted the code that the user asks for */
  constructor(wanted: string | undefined) {
    this.#wanted = wanted?.toUpperCase()
  }

  /**
   * Chooses the currency when all are learned. A sign counts as the same currency as a code that it may stand for.
   * @throws {CommandError} if there are several currencies, and the user has chosen none
   */
  decide(): void {
    const [first = new Set<string>(), ...others] = this.#currencies.values()
    const common = new Set([...first].filter((code) => others.every((codes) => codes.has(code))))
    if (this.#wanted !== undefined) this.#chosen = new Set([this.#wanted])
    else if (common.size > 0) this.#chosen = common
    else if (this.#currencies.size > 0) throw new CommandError(severalCurrencies(this.#currencies.keys()))
  }

  /** Whether a price is in the currency that was chosen, or in none that is known. */
  isChosen(price: WrittenPrice): boolean {
    const codes = currenciesOf(currencyIn(price))
    const chosen = this.#chosen
    return chosen === undefined || codes === undefined || [...codes].some((code) => chosen.has(code))
  }

  /** Learns the currency of a price, and returns its amount; null if it is empty. An ambiguous amount is an error. */
  amountOf(price: WrittenPrice, fault: PriceOwner['fault']): number | null {
    const { value } = price
    if (value === undefined || value === null || (typeof value === 'string' && cleanText(value) === ''))
      return null
    const currency = currencyIn(price)
    const written = readPriceText(value, price.isEnglish)?.amount
    const amount = written === undefined ? undefined : this.#clear(written, currency)
    const problem = problemOf(price, written, amount)
    if (amount === undefined || problem !== undefined) {
      fault(`${problem ?? UNCLEAR}, got ${showValue(value)}`)
      return null
    }
    const codes = currenciesOf(currency)
    const [code = ''] = codes ?? []
    if (codes !== undefined) this.#currencies.set(codes.size === 1 ? code : currency, codes)
    return amount
  }

  /** The amount if its currency makes it unambiguous; otherwise undefined. */
  #clear(amount: number | UnclearAmount, currency: string): number | undefined {
    if (typeof amount === 'number') return amount
    const digits = writtenDigits(this.#wanted ?? currency)
    if (digits === 0) return amount.thousands
    // Three digits after a comma may be decimals, or not.
    return digits === 3 && amount.separator === '.' ? amount.decimal : undefined
  }

  /** The amount of a price in the chosen currency. Another currency is reported. More decimals than it has are an error. */
  take(amount: number | null, price: WrittenPrice, owner: PriceOwner, report: ConversionReport) {
    if (amount === null) return null
    if (!this.isChosen(price)) {
      report.lose(noPriceIn(this.#wanted), owner.name)
      return null
    }
    const rounded = this.#chosen ? roundPrice(amount, currencyDigits(this.#chosen)) : amount
    if (differs(rounded, amount)) owner.fault(`${TOO_MANY_DIGITS}, got ${amount}`)
    return rounded
  }

  /** The price as a number. A price in another than the chosen currency is reported. An ambiguous price is an error. */
  read(price: WrittenPrice, name: string, place: string, report: ConversionReport): number | null {
    const fault = (problem: string) => report.errors.add(place, problem)
    return this.take(this.amountOf(price, fault), price, { name, fault }, report)
  }
}

/** The problem of a price. @param written its amount, maybe ambiguous @param amount its unambiguous amount, if there is one */
function problemOf(
  price: WrittenPrice,
  written: number | UnclearAmount | undefined,
  amount: number | undefined,
): string | undefined {
  const { value, currency = '' } = price
  if (written === undefined) return NO_PRICE
  if (currency !== '' && currenciesOf(currency) === undefined)
    return `${UNKNOWN_CURRENCY}, which ${showValue(currency)} is not`
  const codes = currenciesOf(readPriceText(value)?.currency ?? '')
  const others = currenciesOf(currency)
  if (codes && others && ![...codes].some((code) => others.has(code)))
    return `must be in one currency, and not in ${currency}, too`
  return amount === undefined ? undefined : rangeProblem(amount, MAX_PRICE)
}

function severalCurrencies(found: Iterable<string>): string {
  return `The prices are in several currencies (${[...found].sort().join(', ')}): choose one with --currency`
}

/** The currency's code or sign as it is written; empty if there is none. */
export function currencyIn({ value, currency }: WrittenPrice): string {
  return (currency || (readPriceText(value)?.currency ?? '')).trim()
}
