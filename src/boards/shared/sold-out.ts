import type { Group, Item } from '../../browser/menu/menu-fields.ts'
import { flattenItems } from '../../browser/tree.ts'
import { isPricedBySizes, ownPrice } from '../../lib/food/sizes-and-choices.ts'
import { caloriesOfChoices, type Labelling } from './labelling.ts'
import { tagsWithAllergens, tagsWithSizes } from './marks.ts'

/** A group of fewer items looks like a mistake, so its sold-out items stay, and are marked. */
const MIN_ITEMS = 2

/** Leaves out sold-out items, where at least two items of their group remain. */
export function withoutSoldOut(groups: readonly Group[]): Group[] {
  return groups.map((group) => ({
    ...group,
    items: remaining(group.items),
    groups: withoutSoldOut(group.groups),
  }))
}

function remaining(items: readonly Item[]): readonly Item[] {
  const available = items.filter(({ inStock }) => inStock)
  return available.length >= MIN_ITEMS ? available : items
}

/**
 * Returns a sold-out item as boards show it, in a single line: without a description, sizes and options, but with the
 * allergens of all of them, and with calories, also of its choices, only if a law demands them.
 */
export function soldOutItem(item: Item, labelling: Labelling | undefined) {
  const tags = isPricedBySizes(item) ? tagsWithSizes(item) : tagsWithAllergens(item)
  const calories = labelling ? item.calories : null
  const choiceCalories = labelling ? caloriesOfChoices(item, labelling) : []
  return { shown: { ...item, description: null, tags, calories }, choiceCalories }
}

/** An item or an option in a row of its own, as boards show it. */
export interface PlainRow {
  readonly shown: Item
  /** How deep the option is; 0 for the item. */
  readonly level: number
  readonly price: number | null
}

/**
 * Returns the rows of an item that is in stock: the item itself, then its options. What is sold out has no description and no
 * price. Below a sold-out option, further options are not marked as sold out.
 */
export function plainRowsOf(item: Item): PlainRow[] {
  return flattenItems([item]).map(({ node, ancestors }) => {
    const level = ancestors.length
    const isParentSoldOut = ancestors.some(({ inStock }) => !inStock)
    if (isParentSoldOut || !node.inStock)
      return { shown: { ...node, description: null, inStock: isParentSoldOut }, level, price: null }
    return { shown: node, level, price: ownPrice(node, ancestors[level - 1]) }
  })
}
