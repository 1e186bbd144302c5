import type { Reason } from '../report.ts'

/** What menus of an import file have no field for. */
export const MENU_DESCRIPTION: Reason = {
  one: 'menu loses its description',
  many: 'menus lose their descriptions',
}
export const MENU_TIMES: Reason = {
  one: 'menu loses the times at which it is served',
  many: 'menus lose the times at which they are served',
}

export const ROUNDED_PRICE: Reason = {
  one: 'price was rounded to the digits of its currency',
  many: 'prices were rounded to the digits of their currency',
}
export const UNREADABLE_PRICE: Reason = {
  one: 'item has a price that is not a number',
  many: 'items have a price that is not a number',
}
export const UNREADABLE_CALORIES: Reason = {
  one: 'item has calories that are not one number',
  many: 'items have calories that are not one number',
}

/** Not a loss: the user decides whether modifiers are imported. */
export const MODIFIERS_LEFT_OUT: Reason = {
  one: 'list of modifiers is left out, because --modifiers is not given',
  many: 'lists of modifiers are left out, because --modifiers is not given',
}
/** Something that contains itself would never end. */
export const MODIFIER_CYCLE: Reason = {
  one: 'list of modifiers is left out, because it contains itself',
  many: 'lists of modifiers are left out, because they contain themselves',
}

/** @param currency the one that is wanted, if any */
export function noPriceIn(currency: string | undefined): Reason {
  const where = currency === undefined ? '' : ` in ${currency}`
  return { one: `item has no price${where}`, many: `items have no price${where}` }
}
