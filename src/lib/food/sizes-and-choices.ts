/* How boards and the check of menus recognise choices and sizes. Pages import this file, so it imports nothing. */

interface Priced {
  readonly price: number | null
  readonly items: readonly Priced[]
}

/** Whether an item has no price of its own: it repeats the price of a size, or is 0 while sizes have prices. */
export function isPricedBySizes({ price, items }: Priced): boolean {
  return price !== null && items.some((size) => size.price !== null && (size.price === price || price === 0))
}

/** Returns the price to show beside the name. Null if the item shows none, for example an option without extra cost. */
export function ownPrice(item: Priced, parent?: Priced): number | null {
  const isIncluded = item.price === 0 && parent?.price && !isPricedBySizes(parent)
  return isIncluded || isPricedBySizes(item) ? null : item.price
}

/** Returns the options whose price boards show once, as that of their item: all of its choices, or the size that it repeats. */
export function optionsPricedAsItem<Option extends Priced>(item: {
  readonly price: number | null
  readonly items: readonly Option[]
}): readonly Option[] {
  const samePrice = item.items.filter(({ price }) => price !== null && price === item.price)
  return areChoices(item) ? samePrice : samePrice.slice(0, 1)
}

/** Whether neither an item nor its sizes have a price. */
export function isUnpriced({ price, items }: Priced): boolean {
  return price === null && items.every(isUnpriced)
}

/**
 * Whether the children of an item are choices at the same price, such as flavours. Boards show one range of calories for
 * them, or the calories of the item.
 */
export function areChoices({ price, items }: Priced): boolean {
  return items.every((child) => (child.price === null || child.price === price) && child.items.length === 0)
}
