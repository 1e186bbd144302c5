import type { JsonObject } from '../../lib/json/json.ts'
import { readCalories } from '../mapping/calories.ts'
import { allergensInIngredients, readNamed, readTags } from '../mapping/food.ts'
import { asObject, cleanDescription, cleanText } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import { type CatalogObject, placeOf } from './objects.ts'
import { nonEmptyText, objectsOf, textsOf } from './values.ts'

export function descriptionOf({ data }: CatalogObject): string | null {
  const { description_plaintext: plain, description, description_html: html } = data
  return cleanDescription(plain) ?? cleanDescription(description) ?? cleanDescription(html)
}

/** Reads the calories of an item or a variation, from the field of Square or from the custom attribute `calories`. */
export function readItemCalories(object: CatalogObject, { report }: Conversion): number | null {
  const [, attribute] = attributesOf(object).find(([name]) => name === CALORIES) ?? []
  const { number_value, string_value } = asObject(attribute)
  return readCalories(foodDetails(object)['calorie_count'] ?? number_value ?? string_value, (problem) =>
    report.errors.add(placeOf(object), problem),
  )
}

/** Reads the tags of an item or a variation, each once. @param name of the item in the report */
export function tagsOf(object: CatalogObject, name: string, conversion: Conversion): string[] {
  const { dietary_preferences: preferences, ingredients: list } = foodDetails(object)
  const [standard, custom] = namesOf(list)
  const { report } = conversion
  // All of Square's standard ingredients are allergens. Sellers also write allergens as ingredients of their own.
  return [
    ...new Set([
      ...readNamed('diets', namesOf(preferences).flat(), name, report),
      ...readNamed('allergens', standard, name, report),
      ...allergensInIngredients(custom, name, report),
      ...readTags(tagAttribute(object, conversion), name, report),
    ]),
  ]
}

function foodDetails({ data }: CatalogObject): JsonObject {
  return asObject(data['food_and_beverage_details'])
}

/** The standard names of a list, and the sellers' own names where there is no standard name. */
function namesOf(list: unknown): readonly [standard: readonly string[], custom: readonly string[]] {
  const objects = objectsOf(list)
  const own = objects.filter(({ standard_name }) => cleanText(standard_name) === '')
  return [
    objects.map(({ standard_name }) => cleanText(standard_name)),
    own.map(({ custom_name }) => cleanText(custom_name)),
  ]
}

/** The names of the custom attributes that are read. */
const TAGS = 'tags'
const CALORIES = 'calories'
export const ATTRIBUTES: ReadonlySet<string> = new Set([TAGS, CALORIES])
const UNKNOWN_SELECTION =
  'must have tags whose names are in the files: add the response with its custom attributes'

/** The tags in the custom attribute `tags`: a text with commas, or a selection. */
function tagAttribute(object: CatalogObject, { catalog, report }: Conversion): string[] {
  return attributesOf(object).flatMap(([key, value]) => {
    if (key !== TAGS) return []
    const attribute = asObject(value)
    const text = nonEmptyText(attribute['string_value']) ?? ''
    const definition = catalog.find(
      'CUSTOM_ATTRIBUTE_DEFINITION',
      nonEmptyText(attribute['custom_attribute_definition_id']),
    )
    const selections = objectsOf(asObject(definition?.data['selection_config'])['allowed_selections'])
    const names = new Map<unknown, string>(selections.map(({ uid, name }) => [uid, cleanText(name)]))
    const chosen = textsOf(attribute['selection_uid_values']).map((uid) => names.get(uid) ?? '')
    if (chosen.includes('')) report.errors.add(placeOf(object), UNKNOWN_SELECTION)
    return [...text.split(',').map(cleanText), ...chosen].filter(Boolean)
  })
}

/** The custom attributes by their names, or else their keys. The key of another application has its id before a colon. */
export function attributesOf({
  fields,
}: CatalogObject): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(asObject(fields['custom_attribute_values'])).map(([key, value]) => {
    const name = cleanText(asObject(value)['name']) || key.slice(key.lastIndexOf(':') + 1)
    return [name.toLowerCase(), value]
  })
}
