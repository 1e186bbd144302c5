import type { Item } from '../../browser/menu/menu-fields.ts'
import { flattenItems } from '../../browser/tree.ts'
import { ownPrice } from '../../lib/food/sizes-and-choices.ts'
import type { Labelling } from './labelling.ts'

/** An item or an option in a row of its own, as boards show it. */
export interface PlainRow {
  /** The item as shown. Below a sold-out option, `inStock` is true whatever is stored, because only that option is marked. */
  readonly shown: Item
  /** How deep the option is; 0 for the item. */
  readonly level: number
  readonly price: number | null
}

/**
 * Returns the rows of an item in stock: itself, then its options. Sold-out options and those below lack description and price, and
 * also calories, unless a labelling demands them.
 */
export function plainRowsOf(item: Item, labelling: Labelling | undefined): PlainRow[] {
  return flattenItems([item]).map(({ node, ancestors }) => {
    const level = ancestors.length
    const isBelowSoldOut = ancestors.some(({ inStock }) => !inStock)
    if (!isBelowSoldOut && node.inStock)
      return { shown: node, level, price: ownPrice(node, ancestors[level - 1]) }
    const calories = labelling ? node.calories : null
    return { shown: { ...node, description: null, calories, inStock: isBelowSoldOut }, level, price: null }
  })
}
