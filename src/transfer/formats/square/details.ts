import type { JsonObject } from '../../../lib/json/json.ts'
import { allergensInIngredients, readAllergens } from '../mapping/allergens.ts'
import { readCalories } from '../mapping/calories.ts'
import { readDiets } from '../mapping/diets.ts'
import { readTags } from '../mapping/tags.ts'
import { asObject, cleanDescription, cleanText } from '../mapping/text.ts'
import { calorieAttribute, tagAttribute } from './attributes.ts'
import type { Conversion } from './conversion.ts'
import type { CatalogObject } from './objects.ts'
import { objectsOf, wholeNumberOf } from './values.ts'

/** Reads the description of an item. */
export function descriptionOf({ data }: CatalogObject): string | null {
  const { description_plaintext: plain, description, description_html: html } = data
  return cleanDescription(plain) ?? cleanDescription(description) ?? cleanDescription(html)
}

/** Reads the calories of an item or a variation. @param name what the report calls it */
export function readItemCalories(object: CatalogObject, name: string, conversion: Conversion): number | null {
  const count = wholeNumberOf(foodDetails(object)['calorie_count'])
  if (count !== undefined) return readCalories(count, name, conversion.report)
  return calorieAttribute(object, name, conversion)
}

/** Reads the tags of an item or a variation, each once. @param name what the report calls it */
export function tagsOf(object: CatalogObject, name: string, conversion: Conversion): string[] {
  const { dietary_preferences: preferences, ingredients: list } = foodDetails(object)
  const diets = namesOf(preferences)
  const ingredients = namesOf(list)
  const { report } = conversion
  // All of Square's standard ingredients are allergens. Sellers also write allergens as ingredients of their own.
  return [
    ...new Set([
      ...readDiets(diets.standard, { name }, report),
      ...readDiets(diets.custom, { name }, report, (text) => text),
      ...readAllergens(ingredients.standard, { name }, report),
      ...allergensInIngredients(ingredients.custom, { name }, report),
      ...readTags(tagAttribute(object, name, conversion), { name }, report),
    ]),
  ]
}

function foodDetails({ data }: CatalogObject): JsonObject {
  return asObject(data['food_and_beverage_details'])
}

/** The standard names of a list, and the names that sellers write where there is none. */
function namesOf(list: unknown): {
  readonly standard: readonly string[]
  readonly custom: readonly string[]
} {
  const objects = objectsOf(list)
  const own = objects.filter(({ standard_name }) => cleanText(standard_name) === '')
  return {
    standard: objects.map(({ standard_name }) => cleanText(standard_name)),
    custom: own.map(({ custom_name }) => cleanText(custom_name)),
  }
}
