import { showValue } from '../../errors.ts'
import type { Cell } from '../containers/table.ts'
import type { FormatOptions } from '../format.ts'
import { chooseCurrency } from '../mapping/money.ts'
import { type PriceText, readPriceText } from '../mapping/price-text.ts'
import type { Reason, Report } from '../report.ts'
import { currenciesOf } from './currency.ts'
import { addFault, type Place } from './place.ts'

/** No price is longer. */
const MAX_LENGTH = 64
/** As computers write very large and very small numbers: `5e-7`. */
const SCIENTIFIC = /^-?\d+(\.\d+)?e[+-]?\d+$/i
/** The separator in a number that has only one kind of it. */
const SEPARATOR = /\d([.,])\d/
const CALORIES_UNIT = /\s*(k?cal(ories)?\.?)$/i

interface Numbers {
  price: number | null
  calories: number | null
}

/** Where a number is from, and whose it is. */
export interface NumberCell {
  readonly value: Cell
  readonly place: Place
  readonly heading: string
  /** What gets the number. */
  readonly target: Numbers
  /** What the target is called in messages. */
  readonly name: string
}

/** A number that is read by the other prices of its file. */
interface UnclearNumber {
  readonly cell: NumberCell
  readonly field: keyof Numbers
  readonly amount: Exclude<PriceText['amount'], number>
}

/** Reads the prices and calories of tables. */
export interface NumberReader {
  readPrice(cell: NumberCell): void
  readCalories(cell: NumberCell): void
  /** Decides what unclear numbers of a file mean. */
  endFile(): void
  /** Chooses the currency. @throws {CommandError} if the prices are in several */
  end(): void
}

/** @param usualSeparator the separator before decimals in files whose prices do not tell it */
export function numberReader(
  { currency: wanted }: FormatOptions,
  report: Report,
  usualSeparator?: '.' | ',',
): NumberReader {
  let decimalSeparators = new Set<string>()
  let unclear: UnclearNumber[] = []
  /** The prices with a code or sign, by what is written. */
  const priced = new Map<string, { target: Numbers; name: string }[]>()

  return {
    readPrice(cell) {
      const read = readNumber(cell.value)
      if (read === undefined || !isKnown(read.currency)) {
        fault(cell, `must be a price such as 8.50 or $8.50, got ${showValue(cell.value)}`)
        return
      }
      if (read.decimalSeparator !== undefined) decimalSeparators.add(read.decimalSeparator)
      if (read.currency !== '') addPriced(read.currency, cell)
      set(cell, 'price', read.amount)
    },

    readCalories(cell) {
      const { value } = cell
      const read = readNumber(typeof value === 'string' ? value.replace(CALORIES_UNIT, '') : value)
      if (read?.currency === '') set(cell, 'calories', read.amount)
      else fault(cell, `must be a number such as 170, got ${showValue(value)}`)
    },

    endFile() {
      for (const { cell, field, amount } of unclear) resolve(cell, field, amount)
      decimalSeparators = new Set()
      unclear = []
    },

    end() {
      const currency = chosenCurrency([...priced.keys()], wanted)
      if (currency === undefined) return
      const reason = noPriceIn(currency)
      for (const [written, prices] of priced) {
        if (currenciesOf(written)?.has(currency)) continue
        for (const { target, name } of prices) {
          target.price = null
          report.lose(reason, name)
        }
      }
    },
  }

  function addPriced(currency: string, { target, name }: NumberCell): void {
    const prices = priced.get(currency) ?? []
    prices.push({ target, name })
    priced.set(currency, prices)
  }

  function set(cell: NumberCell, field: keyof Numbers, amount: PriceText['amount']): void {
    if (typeof amount === 'number') cell.target[field] = amount
    else unclear.push({ cell, field, amount })
  }

  function resolve(cell: NumberCell, field: keyof Numbers, amount: UnclearNumber['amount']): void {
    const [separator = usualSeparator, ...others] = decimalSeparators
    if (separator !== undefined && others.length === 0) {
      const own = SEPARATOR.exec(String(cell.value))?.[1]
      cell.target[field] = own === separator ? amount.decimal : amount.thousands
      return
    }
    const { decimal, thousands } = amount
    const problem = `may be ${decimal} or ${thousands}, and the other prices do not tell`
    fault(cell, `${problem}: write it with two decimals, got ${showValue(cell.value)}`)
  }

  function fault({ place, heading }: NumberCell, message: string): void {
    addFault(report, place, heading, message)
  }
}

function readNumber(value: Cell): PriceText | undefined {
  if (typeof value === 'number') return { amount: value, decimalSeparator: undefined, currency: '' }
  const text = value.trim()
  if (text.length > MAX_LENGTH) return undefined
  const read = SCIENTIFIC.test(text)
    ? { amount: Number(text), decimalSeparator: undefined, currency: '' }
    : readPriceText(text)
  return typeof read?.amount === 'number' && !Number.isFinite(read.amount) ? undefined : read
}

function isKnown(currency: string): boolean {
  return currency === '' || currenciesOf(currency) !== undefined
}

/** @param written the codes and signs at the prices. A sign is no other currency than a code that it may stand for */
function chosenCurrency(written: readonly string[], wanted: string | undefined): string | undefined {
  const candidates = written.map((text) => currenciesOf(text) ?? new Set<string>())
  const [first = new Set<string>(), ...others] = candidates
  const common = [...first].find((code) => others.every((codes) => codes.has(code)))
  return chooseCurrency(new Set(common === undefined ? written : [common]), wanted)
}

function noPriceIn(currency: string): Reason {
  return { one: `item has no price in ${currency}`, many: `items have no price in ${currency}` }
}
