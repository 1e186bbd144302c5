import { parseCalories } from '../shared/calories.ts'
import { tagsOfNames } from '../shared/food-lists.ts'
import type { SourceItem } from '../shared/source-menu.ts'
import { withVariants } from '../shared/variants.ts'
import { refuseDoubtfulThing } from './doubtful-things.ts'
import { lastingId, valuesOf } from './graph.ts'
import { readOffers } from './offers.ts'
import {
  namedPart,
  partsIn,
  type SchemaOrgContext,
  type ThingWithAncestors,
  termsIn,
  textIn,
} from './property-values.ts'

/** Labels compare foods by this quantity, which is no serving. */
const PER_100 = /^100 ?(?:g|gr|grams?|ml)$/i
const ADD_ONS = '[item loses its|items lose their] add-ons'

/** @param parent the place of the section */
export function readItem(part: ThingWithAncestors, parent: string, context: SchemaOrgContext): SourceItem {
  const { report } = context
  const item = namedPart(part, 'MenuItem', parent)
  const { name } = item
  const { sizes, inStock } = readOffers(item, context)
  if (valuesOf(item.thing, 'menuAddOn').length > 0) report.addLoss(ADD_ONS, name)
  return withVariants(
    {
      sourceId: lastingId(item.thing),
      name,
      description: textIn(item, 'description') || null,
      price: null,
      calories: caloriesOf(item, context),
      // Schema.org has no property for allergens, but pages use this one.
      tags: [
        ...tagsOfNames('diets', termsIn(item, 'suitableForDiet'), name, report),
        ...tagsOfNames('allergens', termsIn(item, 'allergens'), name, report),
      ],
      inStock,
      items: [],
    },
    sizes,
  )
}

function caloriesOf(item: ThingWithAncestors, context: SchemaOrgContext): number | null {
  const [nutrition, ...others] = partsIn(item, 'nutrition', context)
  if (others.length > 0) item.errors.add(item.place, 'must not have more than one nutrition')
  if (nutrition === undefined) return null
  refuseDoubtfulThing(nutrition, 'NutritionInformation')
  const size = textIn(nutrition, 'servingSize')
  if (PER_100.test(size)) nutrition.errors.add(nutrition.place, `must be for a serving, got ${size}`)
  const [value] = valuesOf(nutrition.thing, 'calories')
  return parseCalories(textIn(nutrition, 'calories'), typeof value === 'number', (problem) =>
    nutrition.errors.add(nutrition.place, problem),
  )
}
