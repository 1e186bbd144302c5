import { cleanText } from './clean-text.ts'
import { currenciesOf } from './currencies.ts'

type Separator = '.' | ','

export interface PriceText {
  /** The number; or both of its meanings, if the digits behind its separator may be decimals or thousands. */
  readonly amount:
    | number
    | { readonly separator: Separator; readonly decimal: number; readonly thousands: number }
  /** The currency's code or sign as it is written; empty if there is none. */
  readonly currency: string
}

/** No price is longer, not even the smallest number of JavaScript. */
const MAX_PRICE_LENGTH = 400
/** An amount, with a currency before or after it. A dot may follow letters (`kr.`), but not a sign: `$.99` is no price. */
const PRICE =
  /^(?<before>(?:\p{Sc}|\p{L}\.?)*)\s*(?<amount>-?\d(?:\s*[\d.,'’])*?)(?<whole>\s*[.,]?[-–—])?(?:\s*(?<after>[\p{Sc}\p{L}][\p{Sc}\p{L}.]*))?$/u
const FREE: ReadonlySet<string> = new Set(['free', 'gratis'])
/** The form of a number for each decimal separator. The other separator may group three digits. */
const FORMS: Readonly<Record<Separator, RegExp>> = {
  '.': /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
  ',': /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
}
/** Spaces and apostrophes separate only thousands. */
const NEUTRAL_SEPARATORS = /(?<=\d)['’\s](?=\d{3}(?!\d))/gu

/**
 * Reads a price such as `8`, `8.50`, `$25.00`, `£4,250.00`, `0,55`, `1.250,00 €` or `EUR 5`.
 * @param value a text, or a number, which is the price
 * @param hasDecimalPoint whether a point is certainly the decimal separator
 * @returns undefined if it is no price, or names something that is no currency
 */
export function parsePriceText(value: unknown, hasDecimalPoint = false): PriceText | undefined {
  const text = cleanText(value)
  if (isFree(text)) return { amount: 0, currency: '' }
  if (text.length > MAX_PRICE_LENGTH) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? { amount: value, currency: '' } : undefined
  const { before = '', amount: written, whole, after = '' } = PRICE.exec(text)?.groups ?? {}
  const currency = before || after
  if (written === undefined || (before !== '' && after !== '')) return undefined
  if (currency !== '' && currenciesOf(currency) === undefined) return undefined
  const number = written.trim().replace(NEUTRAL_SEPARATORS, '')
  const amount = hasDecimalPoint ? parseWithSeparator(number, '.') : parseNumber(number)
  // `1,200.-` has no decimals, so its comma is one of thousands.
  const known = whole !== undefined && typeof amount === 'object' ? amount.thousands : amount
  return known === undefined ? undefined : { amount: known, currency }
}

export function isFree(text: string): boolean {
  return FREE.has(text.toLowerCase())
}

/** Whether a text is a dash, which means that there is no price. A currency may be beside it. */
export function isDash(text: string): boolean {
  const rest = text.replace(/[-–—−\s]+/gu, '')
  return /[-–—−]/u.test(text) && (rest === '' || currenciesOf(rest) !== undefined)
}

function parseNumber(text: string): PriceText['amount'] | undefined {
  if (/^-?\d+$/.test(text)) return Number(text)
  const separators = new Set(text.match(/[.,]/g))
  const last = text.at(text.search(/[.,][^.,]*$/))
  if (last !== '.' && last !== ',') return undefined
  const decimal = parseWithSeparator(text, last)
  const thousands = parseWithSeparator(text, last === '.' ? ',' : '.')
  if (separators.size === 2 || thousands === undefined) return decimal
  return decimal === undefined ? thousands : { separator: last, decimal, thousands }
}

/** Reads a number with this separator before its decimals, and the other one between groups of three digits. */
function parseWithSeparator(text: string, decimalSeparator: Separator): number | undefined {
  const thousands = decimalSeparator === '.' ? ',' : '.'
  if (!FORMS[decimalSeparator].test(text)) return undefined
  return Number(text.replaceAll(thousands, '').replace(decimalSeparator, '.'))
}
