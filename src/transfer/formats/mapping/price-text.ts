import { showValue } from '../../errors.ts'
import { currenciesOf } from './currencies.ts'
import { cleanText } from './text.ts'

type Separator = '.' | ','

export interface UnclearAmount {
  /** The separator in it, before decimals or before thousands. */
  readonly separator: Separator
  readonly decimal: number
  readonly thousands: number
}

export interface PriceText {
  readonly amount: number | UnclearAmount
  /** The separator before decimals, if the text tells which one it is. */
  readonly decimalSeparator: Separator | undefined
  /** The currency's code or sign as it is written; empty if there is none. */
  readonly currency: string
}

/** No price is longer. */
const MAX_LENGTH = 64
/** An amount, with a code or a sign of a currency before or after it. */
const PRICE =
  /^(?<before>[\p{Sc}\p{L}.]*)\s*(?<amount>-?\d(?:\s*[\d.,'’])*?)(?<whole>\s*[.,]?[-–—])?(?:\s*(?<after>[\p{Sc}\p{L}][\p{Sc}\p{L}.]*))?$/u
const CODE = /^[A-Z]{3}$/
/** As menus write a price of 0. */
const FREE: ReadonlySet<string> = new Set(['free', 'gratis'])
/** As computers write very large and very small numbers: `5e-7`. */
const SCIENTIFIC = /^-?\d+(\.\d+)?e[+-]?\d+$/i
/** Numbers by the separator before their decimals. The other one is between groups of three digits. */
const FORMS: Readonly<Record<Separator, RegExp>> = {
  '.': /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
  ',': /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
}
/** Spaces and apostrophes only separate thousands. */
const NEUTRAL_SEPARATORS = /(?<=\d)['’\s](?=\d{3}(?!\d))/gu

/**
 * Reads a price such as `8`, `8.50`, `$25.00`, `£4,250.00`, `0,55`, `1.250,00 €` or `EUR 5`.
 * @param value a text, or a number, which is the price
 * @returns undefined if it is no price, or names something that is no currency
 */
export function readPriceText(value: unknown): PriceText | undefined {
  const text = withoutApostrophe(cleanText(value))
  if (FREE.has(text.toLowerCase())) return { amount: 0, decimalSeparator: undefined, currency: '' }
  const isNumber = typeof value === 'number' || SCIENTIFIC.test(text)
  if (isNumber) return withFinite({ amount: Number(value), decimalSeparator: undefined }, '')
  const { amount, currency, isWhole } = splitPrice(text) ?? { amount: '', currency: '', isWhole: false }
  if (currency !== '' && currenciesOf(currency) === undefined) return undefined
  const number = readNumber(amount.trim().replace(NEUTRAL_SEPARATORS, ''))
  return withFinite(number && isWhole ? withoutDecimals(number) : number, currency)
}

/** Whether a cell for a price only has a dash, as menus have where there is none. */
export function isDash(value: unknown): boolean {
  return /^[-–—−]+$/.test(cleanText(value))
}

/** Whether a price is written as the number 0. Many programs write it where there is none. */
export function isZero(value: unknown): boolean {
  return readPriceText(value)?.amount === 0 && !FREE.has(cleanText(value).toLowerCase())
}

/** Whether it would be a price, but has the code of no currency: `5 BTC`. */
export function hasUnknownCode(value: unknown): boolean {
  const currency = splitPrice(cleanText(value))?.currency ?? ''
  return CODE.test(currency) && currenciesOf(currency) === undefined
}

/** The message about a price that may be two numbers. */
export function unclearPrice(value: unknown, { amount }: PriceText): string {
  const both = typeof amount === 'number' ? amount : `${amount.decimal} or ${amount.thousands}`
  return `may be ${both}, and the other prices do not tell: write it with two decimals, got ${showValue(value)}`
}

/** An apostrophe makes a text of a number in some programs: `'12.50`. */
export function withoutApostrophe(text: string): string {
  return text.replace(/^['’](?=\d)/u, '')
}

/** `1,200.-` has no decimals, so its comma is one of thousands. */
function withoutDecimals(number: Omit<PriceText, 'currency'>): Omit<PriceText, 'currency'> {
  const { amount } = number
  if (typeof amount === 'number') return number
  return { amount: amount.thousands, decimalSeparator: amount.separator === '.' ? ',' : '.' }
}

/** An amount and its currency. It is whole if a dash is where its decimals would be: `8.-`. */
function splitPrice(text: string) {
  const {
    before = '',
    amount,
    whole,
    after = '',
  } = (text.length <= MAX_LENGTH && PRICE.exec(text)?.groups) || {}
  if (amount === undefined || (before !== '' && after !== '')) return undefined
  return { amount, currency: before || after, isWhole: whole !== undefined }
}

function withFinite(
  number: Omit<PriceText, 'currency'> | undefined,
  currency: string,
): PriceText | undefined {
  const isInfinite = typeof number?.amount === 'number' && !Number.isFinite(number.amount)
  return number && !isInfinite ? { ...number, currency } : undefined
}

function readNumber(text: string): Omit<PriceText, 'currency'> | undefined {
  if (/^-?\d+$/.test(text)) return { amount: Number(text), decimalSeparator: undefined }
  const separators = new Set(text.match(/[.,]/g))
  const last = text.at(text.search(/[.,][^.,]*$/))
  if (last !== '.' && last !== ',') return undefined
  const other = last === '.' ? ',' : '.'
  const decimal = readWith(text, last)
  const thousands = readWith(text, other)
  if (separators.size === 2 || thousands === undefined)
    return decimal === undefined ? undefined : { amount: decimal, decimalSeparator: last }
  if (decimal === undefined) return { amount: thousands, decimalSeparator: other }
  return { amount: { separator: last, decimal, thousands }, decimalSeparator: undefined }
}

/** Reads a number with this separator before its decimals, and the other one between groups of three digits. */
function readWith(text: string, decimalSeparator: Separator): number | undefined {
  const thousands = decimalSeparator === '.' ? ',' : '.'
  if (!FORMS[decimalSeparator].test(text)) return undefined
  return Number(text.replaceAll(thousands, '').replace(decimalSeparator, '.'))
}
