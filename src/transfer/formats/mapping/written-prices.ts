import { showValue } from '../../errors.ts'
import type { Reason, Report } from '../report.ts'
import { mayBe, readCurrency } from './currency-names.ts'
import { UNREADABLE_PRICE } from './losses.ts'
import { chooseCurrency } from './money.ts'
import { readPriceText } from './price-text.ts'
import { roundPrice } from './round-price.ts'
import { cleanText } from './text.ts'

/** A price as a file has it. */
export interface WrittenPrice {
  /** A number, or a text such as `$4.50`. */
  readonly value: unknown
  /** The currency's code or symbol where the file has it apart from the price; otherwise empty. */
  readonly currency: string
}

/** Whose price it is, for the report and for errors. */
export interface PriceOwner {
  readonly name: string
  readonly place: string
}

/**
 * Reads the prices of files in two rounds. In the first one it only learns which currencies there are, and which
 * separator stands before decimals: `1,250` means different prices, and only the other prices may tell.
 */
export class WrittenPrices {
  readonly #wanted: string | undefined
  readonly #currencies = new Set<string>()
  readonly #separators = new Set<'.' | ','>()
  #isLearning = true
  #currency: string | undefined
  #missing: Reason = { one: 'item has no price', many: 'items have no price' }

  /** @param wanted the code that the user asks for */
  constructor(wanted: string | undefined) {
    this.#wanted = wanted
  }

  /** Ends the first round. @throws {CommandError} if there are several currencies, and none is asked for */
  decide(): void {
    const codes = [...this.#currencies]
    const isSymbolOfOther = (one: string) => codes.some((code) => code !== one && mayBe(one, code))
    this.#currency = chooseCurrency(new Set(codes.filter((one) => !isSymbolOfOther(one))), this.#wanted)
    if (this.#currency !== undefined)
      this.#missing = {
        one: `item has no price in ${this.#currency}`,
        many: `items have no price in ${this.#currency}`,
      }
    this.#isLearning = false
  }

  /** Whether a price is in the currency that was chosen, or in none that is named. */
  isChosen(price: WrittenPrice): boolean {
    const written = currencyOf(price)
    if (this.#isLearning) this.#learn(price)
    if (this.#isLearning || this.#currency === undefined || written === undefined) return true
    return mayBe(written, this.#currency)
  }

  #learn(price: WrittenPrice): void {
    const written = currencyOf(price)
    if (written !== undefined) this.#currencies.add(written)
    const separator = readPriceText(cleanText(price.value))?.decimalSeparator
    // A number of JSON always has a point.
    if (separator && typeof price.value === 'string') this.#separators.add(separator)
  }

  /** Reports that something has prices, but none in the chosen currency. */
  reportMissing({ name }: PriceOwner, report: Report): void {
    report.lose(this.#missing, name)
  }

  /** The price as a number. What cannot be read is reported; what may mean two prices is an error. */
  read(price: WrittenPrice, owner: PriceOwner, report: Report): number | null {
    const text = cleanText(price.value)
    const isMissing = price.value === null || price.value === undefined || price.value === ''
    if (this.#isLearning || isMissing || text === '') return null
    const amount = typeof price.value === 'number' ? price.value : this.#amountOf(text, owner, report)
    if (amount === undefined) report.lose(UNREADABLE_PRICE, `${owner.name} (${text})`)
    if (typeof amount !== 'number') return null
    return this.#currency === undefined ? amount : roundPrice(amount, this.#currency, owner.name, report)
  }

  /** Null if it may be two numbers, undefined if it is none. */
  #amountOf(text: string, owner: PriceOwner, report: Report): number | null | undefined {
    const read = readPriceText(text)
    if (read === undefined || (read.currency !== '' && readCurrency(read.currency) === undefined))
      return undefined
    if (typeof read.amount === 'number') return read.amount
    const [separator, ...others] = this.#separators
    if (separator === undefined || others.length > 0) {
      const { decimal, thousands } = read.amount
      const both = `${decimal} or ${thousands}, and the other prices do not tell which`
      report.errors.add(
        owner.place,
        `the price ${showValue(text)} of ${owner.name} may be ${both}: write it as 8.50`,
      )
      return null
    }
    return text.includes(separator) ? read.amount.decimal : read.amount.thousands
  }
}

function currencyOf({ value, currency }: WrittenPrice): string | undefined {
  if (currency !== '') return readCurrency(currency) ?? currency.toUpperCase()
  return readCurrency(readPriceText(cleanText(value))?.currency ?? '')
}
