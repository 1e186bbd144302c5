import { MAX_PRICE } from '../../../menu/amounts.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { chooseCurrency, currenciesOf, currencyDigits, roundPrice, writtenDigits } from './currencies.ts'
import { noPriceIn, TWO_CURRENCIES, UNKNOWN_CURRENCY, UNREADABLE_PRICE } from './losses.ts'
import {
  hasUnknownCode,
  type PriceText,
  readPriceText,
  type UnclearAmount,
  unclearPrice,
} from './price-text.ts'
import { cleanText } from './text.ts'

export interface WrittenPrice {
  /** A number, or a text such as `$4.50`. */
  readonly value: unknown
  /** The currency's code or sign where the file has it apart from the price. */
  readonly currency?: string
}

/** Whose price it is, for the report and for errors. */
export interface PriceOwner {
  readonly name: string
  readonly place: string
}

interface Usual {
  /** The separator before decimals. */
  readonly separator?: '.' | ','
  /** The digits of the currency. */
  readonly digits?: number
}

/**
 * Reads the prices of files. Each has to be learned before any is read: only together do they tell which currencies there
 * are, and whether `1,250` is 1.25 or 1250.
 */
export class Prices {
  readonly #wanted: string | undefined
  readonly #usual: Usual
  /** The currencies that prices may be in, by what is written. */
  readonly #currencies = new Map<string, ReadonlySet<string>>()
  /** The separators before decimals, by file. */
  readonly #separators = new Map<string, Set<'.' | ','>>()
  #file = ''
  #isLearning = true
  /** The codes of the currency that is taken. It may be one of several; undefined if no price names one. */
  #chosen: ReadonlySet<string> | undefined

  /** @param wanted the code that the user asks for */
  constructor(wanted: string | undefined, usual: Usual = {}) {
    this.#wanted = wanted?.toUpperCase()
    this.#usual = usual
  }

  beginFile(name: string): void {
    this.#file = name
  }

  /** @returns undefined if it is no price */
  learn(price: WrittenPrice): PriceText | undefined {
    const read = readPriceText(price.value)
    const written = currencyIn(price)
    if (written !== '') {
      const codes = codesOf(written)
      const [code = ''] = codes
      this.#currencies.set(codes.size === 1 ? code : written, codes)
    }
    const separators = this.#separators.get(this.#file) ?? new Set()
    if (read?.decimalSeparator !== undefined)
      this.#separators.set(this.#file, separators.add(read.decimalSeparator))
    return read
  }

  /**
   * Ends the learning. A sign is no other currency than a code that it may stand for.
   * @throws {CommandError} if there are several currencies, and none is asked for
   */
  decide(): void {
    this.#isLearning = false
    const [first = new Set<string>(), ...others] = this.#currencies.values()
    const common = new Set([...first].filter((code) => others.every((codes) => codes.has(code))))
    if (this.#wanted !== undefined) this.#chosen = new Set([this.#wanted])
    else if (common.size > 0) this.#chosen = common
    else chooseCurrency(new Set(this.#currencies.keys()), undefined)
  }

  /** Why a price that is not in the currency that was chosen is lost. */
  reasonToLose(price: WrittenPrice): Reason {
    return currenciesOf(currencyIn(price)) === undefined ? UNKNOWN_CURRENCY : noPriceIn(this.#wanted)
  }

  /** Whether a price is in the currency that was chosen, or in none that is named. */
  isChosen(price: WrittenPrice): boolean {
    if (this.#isLearning) this.learn(price)
    const written = currencyIn(price)
    const chosen = this.#chosen
    return chosen === undefined || written === '' || [...codesOf(written)].some((code) => chosen.has(code))
  }

  /**
   * An amount that its currency, or the other prices of the file, make clear; undefined if they do not.
   * @param currency its code or sign; empty if it names none
   */
  amountOf(amount: number | UnclearAmount, currency: string): number | undefined {
    if (typeof amount === 'number') return amount
    const digits = writtenDigits(this.#wanted ?? currency)
    if (digits === 0) return amount.thousands
    return this.#amountBesideOthers(amount) ?? (isThousandth(amount, digits) ? amount.decimal : undefined)
  }

  #amountBesideOthers(amount: UnclearAmount): number | undefined {
    const [separator = this.#usual.separator, ...others] = this.#separators.get(this.#file) ?? []
    if (separator === undefined || others.length > 0) return undefined
    return amount.separator === separator ? amount.decimal : amount.thousands
  }

  /** The price as a number, rounded. What is lost is reported; what may mean two prices is an error. */
  read(price: WrittenPrice, { name, place }: PriceOwner, report: ConversionReport): number | null {
    const { value } = price
    const text = cleanText(value)
    const isChosen = this.isChosen(price)
    if (this.#isLearning || text === '') return null
    const read = readPriceText(value)
    const amount = read && this.amountOf(read.amount, currencyIn(price))
    const what = `${place}, price of ${name}`
    if (!isChosen) report.lose(this.reasonToLose(price), name)
    else if (hasTwoCurrencies(price)) report.lose(TWO_CURRENCIES, `${name} (${text}, ${price.currency})`)
    else if (read === undefined)
      report.lose(hasUnknownCode(value) ? UNKNOWN_CURRENCY : UNREADABLE_PRICE, `${name} (${text})`)
    else if (amount === undefined) report.errors.add(what, unclearPrice(value, read))
    else {
      report.checkRange(what, amount, MAX_PRICE)
      return this.round(amount, name, report)
    }
    return null
  }

  /** The price with the digits of the currency, if that is known. */
  round(amount: number, name: string, report: ConversionReport): number {
    const digits = this.#chosen ? currencyDigits(this.#chosen) : this.#usual.digits
    return digits === undefined ? amount : roundPrice(amount, digits, name, report)
  }
}

/** Whether a text such as `$5` is in another currency than the one beside it. */
function hasTwoCurrencies({ value, currency = '' }: WrittenPrice): boolean {
  const codes = currenciesOf(readPriceText(value)?.currency ?? '')
  const others = currenciesOf(currency)
  return codes !== undefined && others !== undefined && ![...codes].some((code) => others.has(code))
}

/** Whether it is `1.250` in a currency with thousandths. Behind a comma, some write them, and others do not. */
function isThousandth({ separator }: UnclearAmount, digits: number | undefined): boolean {
  return digits === 3 && separator === '.'
}

/** The currency's code or sign as it is written; empty if there is none. */
function currencyIn({ value, currency }: WrittenPrice): string {
  return (currency || (readPriceText(value)?.currency ?? '')).trim()
}

function codesOf(written: string): ReadonlySet<string> {
  return currenciesOf(written) ?? new Set([written.toUpperCase()])
}
