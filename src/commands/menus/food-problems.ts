import { tagFault } from '../../formats/food-tags.ts'
import { areChoices, isPricedBySizes } from '../../lib/food/sizes-and-choices.ts'
import type { Group, Item } from '../../menu/schema.ts'

/** Data that a board needs for labels, and that is missing or unknown. */
export interface FoodFault {
  /** The id of the menu. */
  readonly menu: string
  /** The id of the item. */
  readonly item: string
  readonly message: string
}

type Fault = Omit<FoodFault, 'menu'>

/** Finds faults of the tags of allergens and diets in a menu and, if wanted, items that lack calories. */
export function findFoodFaults(groups: readonly Group[], needsCalories: boolean): Fault[] {
  return groups.flatMap((group) => [
    ...group.items.flatMap((item) => itemFaults(item, item.name, needsCalories)),
    ...findFoodFaults(group.groups, needsCalories),
  ])
}

function itemFaults(item: Item, name: string, needsCalories: boolean): Fault[] {
  const own = [...(needsCalories ? calorieFaults(item, name) : []), ...tagFaults(item, name)]
  // The calories of choices are checked with their item.
  const areChildrenChecked = needsCalories && !areChoices(item)
  return [
    ...own,
    ...item.items.flatMap((child) => itemFaults(child, nameOf(child, name), areChildrenChecked)),
  ]
}

const nameOf = (child: Item, parentName: string) => `${parentName} > ${child.name}`

/** An item needs calories if it is sold: if it has no sizes, or has a price besides the prices of its extras. */
function calorieFaults(item: Item, name: string): Fault[] {
  const { price, items } = item
  if (items.length > 0 && areChoices(item)) return choiceFaults(item, name)
  const isSold = items.length === 0 || (price !== null && !isPricedBySizes(item))
  return isSold && item.calories === null ? [fault(item, `${name} has no calories.`)] : []
}

function choiceFaults(item: Item, name: string): Fault[] {
  const unknown = item.items.filter(({ calories }) => calories === null)
  const areAllUnknown = unknown.length === item.items.length
  if (areAllUnknown) return item.calories === null ? [fault(item, `${name} has no calories.`)] : []
  return unknown.map((choice) => fault(choice, `${nameOf(choice, name)} has no calories.`))
}

function tagFaults(item: Item, name: string): Fault[] {
  return item.tags.flatMap((tag) => {
    const found = tagFault(tag)
    if (found === undefined) return []
    if (found === 'unknown') {
      const shown = tag.startsWith('diet:') ? 'do not show' : 'write out without a mark'
      return [fault(item, `${name} has the tag ${tag}, which boards ${shown}.`)]
    }
    return [fault(item, `${name} has the tag ${tag}, which boards do not know: use ${found.better}.`)]
  })
}

function fault({ id }: Item, message: string): Fault {
  return { item: id, message }
}
