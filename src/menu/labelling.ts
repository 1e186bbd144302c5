/* What boards and the check of menus take for choices and for sizes. Pages import this, so it needs nothing. */

/** The laws that a board can follow when it shows calories; all of them demand calories. */
export const LABELLINGS = ['us', 'ca-on', 'gb-eng', 'none'] as const
export type LabellingName = (typeof LABELLINGS)[number]

interface Priced {
  readonly price: number | null
  readonly items: readonly Priced[]
}

/** Returns whether the price of an item only repeats the price of one of its sizes. */
export function isPricedBySizes({ price, items }: Priced): boolean {
  return price !== null && items.some((size) => size.price === price)
}

/**
 * Returns whether the children of an item are mere choices, such as flavours, at the same price. Boards show their calories as
 * one range, or those of the item.
 */
export function areChoices({ price, items }: Priced): boolean {
  return items.every((child) => (child.price === null || child.price === price) && child.items.length === 0)
}
