import type { JsonObject } from '../../../lib/json/json.ts'
import { dietTag, isAllergen, toTagName } from '../../food-tags.ts'
import { readAllergens } from '../mapping/allergens.ts'
import { readCalories } from '../mapping/calories.ts'
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
  const { dietary_preferences: diets, ingredients } = foodDetails(object)
  return [
    ...new Set([
      ...objectsOf(diets).flatMap(tagOfDiet),
      ...readAllergens(objectsOf(ingredients).flatMap(allergenOf), name, conversion.report),
      ...tagAttribute(object, name, conversion),
    ]),
  ]
}

function foodDetails({ data }: CatalogObject): JsonObject {
  return asObject(data['food_and_beverage_details'])
}

function tagOfDiet({ standard_name, custom_name }: JsonObject): string[] {
  const name = toTagName(cleanText(standard_name)) || cleanText(custom_name)
  return name === '' ? [] : [dietTag(name) ?? `diet:${name}`]
}

/** All of Square's standard ingredients are allergens. Sellers also write allergens as ingredients of their own. */
function allergenOf({ standard_name, custom_name }: JsonObject): string[] {
  const standard = cleanText(standard_name)
  const custom = cleanText(custom_name)
  if (standard !== '') return [standard]
  return isAllergen(custom) ? [custom] : []
}
