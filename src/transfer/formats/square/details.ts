import type { JsonObject } from '../../../json.ts'
import { readCalories } from '../mapping/calories.ts'
import { asObject, cleanDescription, cleanText, toTagName } from '../mapping/text.ts'
import { calorieAttribute, tagAttribute } from './attributes.ts'
import type { Conversion } from './conversion.ts'
import type { CatalogObject } from './objects.ts'
import { objectsOf, wholeNumberOf } from './values.ts'

/**
 * Names of ingredients that are allergens. All of Square's standard ingredients are; sellers also write the names of
 * allergens as ingredients of their own.
 */
const ALLERGENS: ReadonlySet<string> = new Set([
  ...['celery', 'crustaceans', 'eggs', 'fish', 'gluten', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts'],
  ...['peanuts', 'sesame', 'soy', 'sulphites', 'tree_nuts'],
])

/** Reads the description of an item. */
export function descriptionOf({ data }: CatalogObject): string | null {
  const { description_plaintext: plain, description, description_html: html } = data
  return cleanDescription(plain) ?? cleanDescription(description) ?? cleanDescription(html)
}

/** Reads the calories of an item or a variation. @param name what the report calls it */
export function caloriesOf(object: CatalogObject, name: string, conversion: Conversion): number | null {
  const count = wholeNumberOf(foodDetails(object)['calorie_count'])
  if (count !== undefined) return readCalories(count, name, conversion.report)
  return calorieAttribute(object, name, conversion)
}

/** Reads the tags of an item or a variation, each once. @param name what the report calls it */
export function tagsOf(object: CatalogObject, name: string, conversion: Conversion): string[] {
  const { dietary_preferences: diets, ingredients } = foodDetails(object)
  return [
    ...new Set([
      ...objectsOf(diets).flatMap(dietTag),
      ...objectsOf(ingredients).flatMap(allergenTag),
      ...tagAttribute(object, name, conversion),
    ]),
  ]
}

function foodDetails({ data }: CatalogObject): JsonObject {
  return asObject(data['food_and_beverage_details'])
}

function dietTag({ standard_name, custom_name }: JsonObject): string[] {
  const standard = toTagName(cleanText(standard_name))
  const name = standard || cleanText(custom_name)
  return name === '' ? [] : [`diet:${name}`]
}

function allergenTag({ standard_name, custom_name }: JsonObject): string[] {
  const standard = toTagName(cleanText(standard_name))
  const custom = toTagName(cleanText(custom_name))
  if (standard !== '') return [`allergen:${standard}`]
  return ALLERGENS.has(custom) ? [`allergen:${custom}`] : []
}
