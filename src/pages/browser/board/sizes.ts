import type { Item } from '#dist/menu/schema.js'

const MAX_SIZES = 4
/** How many characters the prices of a row and the longest word beside them may take in the narrowest column. */
const MAX_CHARACTERS = 24
/**
 * Characters of Chinese, Japanese and Korean that are as wide as they are high (Unicode calls them wide or fullwidth),
 * such as the fullwidth yen sign.
 */
const WIDE_CHARACTERS =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g
/** A label is set smaller than a price. */
const LABEL_SCALE = 0.75

/** Sizes that the items of a group have in common: columns of prices. */
export interface Sizes {
  readonly names: readonly string[]
  /** The width of one column, in digits. */
  readonly digits: number
}

/** Finds the sizes that all items with sizes share, if there are two such items and the columns are not too wide. */
export function sharedSizes(items: readonly Item[], price: (price: number) => string): Sizes | undefined {
  const sized = items.filter((item) => item.items.length > 0)
  const names = sized[0]?.items.map(({ name }) => name) ?? []
  if (sized.length < 2 || names.length < 2 || names.length > MAX_SIZES) return undefined
  if (!sized.every((item) => hasSizes(item, names))) return undefined
  const prices = sized.flatMap((item) => item.items.map((size) => widthOf(price(size.price ?? 0))))
  const labels = names.map((name) => widthOf(name) * LABEL_SCALE)
  const digits = Math.ceil(Math.max(...prices, ...labels) + 1)
  const words = items.flatMap(({ name }) => name.split(/\s+/).map(lengthOf))
  return digits * names.length + Math.max(...words) <= MAX_CHARACTERS ? { names, digits } : undefined
}

/** The width of a text in digits, of which a wide character takes two. */
function widthOf(text: string): number {
  return lengthOf(text) + (text.match(WIDE_CHARACTERS)?.length ?? 0)
}

/** In characters; the marks that say which way a price in Arabic is written have no width. */
function lengthOf(text: string): number {
  return text.replace(/[\u061c\u200e\u200f]/g, '').length
}

function hasSizes({ items }: Item, names: readonly string[]): boolean {
  return (
    items.length === names.length &&
    items.every((size, index) => size.name === names[index] && size.price !== null && size.items.length === 0)
  )
}

/** Whether the price of an item is only that of one of its sizes, which say it themselves. */
export function isPricedBySizes({ price, items }: Item): boolean {
  return price !== null && items.some((size) => size.price === price)
}

/** Whether the children of an item are mere choices, flavours for example, which do not change its price. */
export function areChoices({ price, items }: Item): boolean {
  return items.every((child) => (child.price === null || child.price === price) && child.items.length === 0)
}
