import type { Words } from '../board/words.ts'
import type { GroupsEnvelope, Item } from '../shared/menu/fields.ts'
import type { Address } from './address.ts'
import { listGroups, listItems } from './lists.ts'

/** Formats the numbers of a menu, as the board does. */
export interface Formats {
  readonly price: (price: number) => string
  readonly calories: (calories: number) => string
}

/** Creates the formats for a menu. All of its prices have the same decimals. */
export function createFormats(address: Address, words: Words, body: GroupsEnvelope): Formats {
  var numbers = new Intl.NumberFormat(address.numberLocale, { maximumFractionDigits: 0 })
  return {
    price: priceFormat(address, pricesOf(body)),
    calories: function (calories) {
      var law = address.law
      if (law) return numbers.format(law.round(calories)) + '\u00a0' + law.unit
      return numbers.format(calories) + '\u00a0' + words.calories
    },
  }
}

function priceFormat(address: Address, prices: readonly number[]): (price: number) => string {
  var isWhole = prices.every(function (price) {
    return price % 1 === 0
  })
  var format = withDecimals(address, isWhole ? 0 : decimalsOf(address, prices))
  // Japanese menus write yen as a character after the number.
  var isYen = address.currency === 'JPY' && /^ja\b/.test(address.numberLocale)
  return function (price) {
    var text = format.format(price)
    return isYen ? text.replace(/[¥￥]/, '').trim() + '円' : text
  }
}

/** Returns the decimals of a currency, or without one as many as the prices have: two to four. */
function decimalsOf(address: Address, prices: readonly number[]): number {
  if (address.currency !== '') return createFormat(address, {}).resolvedOptions().maximumFractionDigits || 0
  return prices.reduce(function (most, price) {
    var text = price.toFixed(4).replace(/0{1,4}$/, '')
    return Math.max(most, (text.split('.')[1] || '').length)
  }, 2)
}

function withDecimals(address: Address, decimals: number): Intl.NumberFormat {
  return createFormat(address, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

function createFormat(address: Address, decimals: Intl.NumberFormatOptions): Intl.NumberFormat {
  if (address.currency === '') return new Intl.NumberFormat(address.numberLocale, decimals)
  var style = { ...decimals, style: 'currency', currency: address.currency } as const
  var format = new Intl.NumberFormat(address.numberLocale, style)
  try {
    // Chromium has narrow symbols since version 77.
    var narrow = new Intl.NumberFormat(address.numberLocale, { ...style, currencyDisplay: 'narrowSymbol' })
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
