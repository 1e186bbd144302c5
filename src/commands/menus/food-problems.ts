import { tagProblem } from '../../formats/food-tags.ts'
import { TAG_PREFIXES } from '../../lib/food/mark-names.ts'
import { areChoices, isPricedBySizes } from '../../lib/food/sizes-and-choices.ts'
import type { Group, Item } from '../../menu/schema.ts'

/** A tag that boards do not know, or calories that are missing. */
export interface FoodProblem {
  /** The id of the menu. */
  readonly menu: string
  /** The id of the item. */
  readonly item: string
  readonly message: string
}

type Problem = Omit<FoodProblem, 'menu'>

/** Finds problems of the tags of allergens and diets in a menu and, if wanted, items that lack calories. */
export function findFoodProblems(groups: readonly Group[], needsCalories: boolean): Problem[] {
  return groups.flatMap((group) => [
    ...group.items.flatMap((item) => itemProblems(item, item.name, needsCalories)),
    ...findFoodProblems(group.groups, needsCalories),
  ])
}

function itemProblems(item: Item, name: string, needsCalories: boolean): Problem[] {
  const own = [...(needsCalories ? calorieProblems(item, name) : []), ...tagProblems(item, name)]
  // The calories of choices are checked with their item.
  const childrenNeedCalories = needsCalories && !areChoices(item)
  return [
    ...own,
    ...item.items.flatMap((child) => itemProblems(child, nameOf(child, name), childrenNeedCalories)),
  ]
}

const nameOf = (child: Item, parentName: string) => `${parentName} > ${child.name}`

/** An item needs calories if guests can order it as it is: it has no options, or a price besides those of its sizes. */
function calorieProblems(item: Item, name: string): Problem[] {
  const { price, items } = item
  if (items.length > 0 && areChoices(item)) return choiceProblems(item, name)
  const isSold = items.length === 0 || (price !== null && !isPricedBySizes(item))
  return isSold && item.calories === null ? [problem(item, `${name} has no calories.`)] : []
}

function choiceProblems(item: Item, name: string): Problem[] {
  const unknown = item.items.filter(({ calories }) => calories === null)
  const areAllUnknown = unknown.length === item.items.length
  if (areAllUnknown) return item.calories === null ? [problem(item, `${name} has no calories.`)] : []
  return unknown.map((choice) => problem(choice, `${nameOf(choice, name)} has no calories.`))
}

function tagProblems(item: Item, name: string): Problem[] {
  return item.tags.flatMap((tag) => {
    const found = tagProblem(tag)
    if (found === undefined) return []
    if (found === 'unknown') {
      const shown = tag.startsWith(TAG_PREFIXES.diets) ? 'do not show' : 'write out without a mark'
      return [problem(item, `${name} has the tag ${tag}, which boards ${shown}.`)]
    }
    return [problem(item, `${name} has the tag ${tag}, which boards do not know: use ${found.better}.`)]
  })
}

function problem({ id }: Item, message: string): Problem {
  return { item: id, message }
}
