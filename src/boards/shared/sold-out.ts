import type { Group, Item } from '../../browser/menu/menu-fields.ts'
import { isPricedBySizes } from '../../lib/food/sizes-and-choices.ts'
import { caloriesWithChoices } from './calories.ts'
import type { Labelling } from './labelling.ts'
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
 * Returns a sold-out item as boards show it, in a single line: without a description and options, but with the allergens of
 * its options. The calories of the item and its choices are shown only if a labelling demands calories.
 */
export function soldOutItem(item: Item, labelling: Labelling | undefined) {
  const tags = isPricedBySizes(item) ? tagsWithSizes(item) : tagsWithAllergens(item)
  const calories = labelling ? caloriesWithChoices(item, labelling) : []
  return { shown: { ...item, description: null, tags }, calories }
}
