import type { Group, GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { itemsIn } from '../../browser/tree.ts'
import type { BoardParameters } from './parameters.ts'
import type { BoardWords } from './words.ts'

/** The fewest and the most decimals of prices without a currency, unless all prices are whole. */
const DECIMALS = { min: 2, max: 4 }
/** Japanese menus write yen as a character after the number. The usual sign, before the number, is twice as wide as a digit. */
const YEN = { sign: /[¥￥]/, character: '円' }

/** Formats the numbers of a board. */
export interface Formats {
  /** A price of 0 is a word. */
  readonly price: (price: number) => string
  /** Whether the menu has any prices. */
  readonly hasPrices: boolean
  readonly calories: (calories: readonly number[]) => string
}

type NumberOptions = Pick<BoardParameters, 'locale' | 'currency'>

/** Creates the formats for a menu. All of its prices have the same decimals, so that they are aligned. */
export function formatsFor(
  parameters: NumberOptions,
  { calorieUnit, free }: BoardWords,
  { groups }: GroupsEnvelope,
): Formats {
  const numbers = new Intl.NumberFormat(parameters.locale, { maximumFractionDigits: 0 })
  const prices = pricesOf(groups)
  const price = priceFormat(parameters, prices)
  return {
    price: (value) => (value === 0 ? free : price(value)),
    hasPrices: prices.length > 0,
    calories: (values) => `${range(numbers, values)}\u00a0${calorieUnit}`,
  }
}

function priceFormat({ locale, currency }: NumberOptions, prices: readonly number[]): Formats['price'] {
  const style = currency && currencyStyle(locale, currency)
  const decimals = prices.every(Number.isInteger) ? 0 : decimalsOf(style, prices)
  const options = { ...style, minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = new Intl.NumberFormat(locale, options)
  const isYen = currency === 'JPY' && /^ja\b/.test(locale)
  const sign = currency && englishSign(currency)
  const withSign = (text: string) => (currency && sign ? text.replace(currency, sign) : text)
  return (price) => (isYen ? inYen(format.format(price)) : withSign(format.format(price)))
}

/** The sign of a currency in English. Older browsers may write the code instead: “GBP8.50” in the United Kingdom. */
function englishSign(currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(0).replace(/[\d.\s]/g, '')
}

/** Shortens the sign of a currency only if it has Latin letters: “US$” becomes “$”, and “ج.م.” stays. */
function currencyStyle(locale: string, currency: string): Intl.NumberFormatOptions {
  const style = { style: 'currency', currency } as const
  const narrow = { ...style, currencyDisplay: 'narrowSymbol' } as const
  const hasLetters = /[A-Z]/.test(new Intl.NumberFormat(locale, style).format(0))
  return hasLetters && isKnown(narrow) ? narrow : style
}

/** Chromium has narrow symbols since version 77. */
function isKnown(style: Intl.NumberFormatOptions): boolean {
  try {
    return new Intl.NumberFormat('en', style) !== undefined
  } catch {
    return false
  }
}

/** Returns the decimals of the currency. Without a currency, they are as many as the prices have. */
function decimalsOf(style: Intl.NumberFormatOptions | '' | undefined, prices: readonly number[]): number {
  if (style) return new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? DECIMALS.min
  const format = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: DECIMALS.max })
  const lengths = prices.map((price) => format.format(price).split('.')[1]?.length ?? 0)
  return Math.max(DECIMALS.min, ...lengths)
}

function inYen(price: string): string {
  return `${price.replace(YEN.sign, '').trim()}${YEN.character}`
}

function range(numbers: Intl.NumberFormat, values: readonly number[]): string {
  const [min, max] = [Math.round(Math.min(...values)), Math.round(Math.max(...values))]
  if (min === max) return numbers.format(min)
  // Chromium formats ranges since version 106.
  return numbers.formatRange?.(min, max) ?? `${numbers.format(min)}–${numbers.format(max)}`
}

function pricesOf(groups: readonly Group[]): number[] {
  return itemsIn(groups)
    .map(({ price }) => price)
    .filter((price) => price !== null)
}
