import type { Words } from '../board/words.ts'
import type { GroupsEnvelope, Item } from '../shared/menu/fields.ts'
import { listGroups, listItems } from './lists.ts'
import type { Parameters } from './parameters.ts'

/** Formats the numbers of a menu, as the board does. */
export interface Formats {
  readonly price: (price: number) => string
  readonly calories: (calories: number) => string
}

/** Creates the formats for a menu. All of its prices have the same decimals. */
export function createFormats(parameters: Parameters, words: Words, body: GroupsEnvelope): Formats {
  var numbers = new Intl.NumberFormat(parameters.numberLocale, { maximumFractionDigits: 0 })
  return {
    price: priceFormat(parameters, pricesOf(body)),
    calories: function (calories) {
      var law = parameters.law
      if (law) return numbers.format(law.round(calories)) + '\u00a0' + law.unit
      return numbers.format(calories) + '\u00a0' + words.calories
    },
  }
}

function priceFormat(parameters: Parameters, prices: readonly number[]): (price: number) => string {
  var isWhole = prices.every(function (price) {
    return price % 1 === 0
  })
  var format = withDecimals(parameters, isWhole ? 0 : decimalsOf(parameters, prices))
  // Japanese menus write yen as a character after the number.
  var isYen = parameters.currency === 'JPY' && /^ja\b/.test(parameters.numberLocale)
  return function (price) {
    var text = format.format(price)
    return isYen ? text.replace(/[¥￥]/, '').trim() + '円' : text
  }
}

/** Returns the decimals of a currency, or without one as many as the prices have: two to four. */
function decimalsOf(parameters: Parameters, prices: readonly number[]): number {
  if (parameters.currency !== '')
    return createFormat(parameters, {}).resolvedOptions().maximumFractionDigits || 0
  return prices.reduce(function (most, price) {
    var text = price.toFixed(4).replace(/0{1,4}$/, '')
    return Math.max(most, (text.split('.')[1] || '').length)
  }, 2)
}

function withDecimals(parameters: Parameters, decimals: number): Intl.NumberFormat {
  return createFormat(parameters, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

function createFormat(parameters: Parameters, decimals: Intl.NumberFormatOptions): Intl.NumberFormat {
  if (parameters.currency === '') return new Intl.NumberFormat(parameters.numberLocale, decimals)
  var style = { ...decimals, style: 'currency', currency: parameters.currency } as const
  var format = new Intl.NumberFormat(parameters.numberLocale, style)
  try {
    // Chromium has narrow symbols since version 77.
    var narrow = new Intl.NumberFormat(parameters.numberLocale, { ...style, currencyDisplay: 'narrowSymbol' })
    return /[A-Z]/.test(format.format(0)) ? narrow : format
  } catch (_) {
    return format
  }
}

function pricesOf(body: GroupsEnvelope): number[] {
  var prices: number[] = []
  listGroups(body.groups, 0).forEach(function (placed) {
    listItems(placed.group.items).forEach(function (item: Item) {
      if (item.price !== null) prices.push(item.price)
    })
  })
  return prices
}
