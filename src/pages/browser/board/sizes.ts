import type { Item } from '#dist/menu/schema.js'

const MAX_SIZES = 4
/** Beyond this width of all price columns, in digits, too little is left for the names. */
const MAX_DIGITS = 21
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
  const prices = sized.flatMap((item) => item.items.map((size) => price(size.price ?? 0).length))
  const digits = Math.ceil(Math.max(...prices, ...names.map((name) => name.length * LABEL_SCALE)) + 1)
  return digits * names.length <= MAX_DIGITS ? { names, digits } : undefined
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
