import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import { allergensInIngredients, readAllergens } from '../mapping/allergens.ts'
import { readCalories } from '../mapping/calories.ts'
import { readDiets } from '../mapping/diets.ts'
import { readTags } from '../mapping/tags.ts'
import { asObject, cleanDescription, cleanText } from '../mapping/text.ts'
import { isNameless } from '../mapping/variants.ts'
import type { Conversion } from './conversion.ts'
import { type CatalogObject, objectsIn } from './objects.ts'
import { nonEmptyText, objectsOf, textsOf, wholeNumberOf } from './values.ts'

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

const UNKNOWN_SELECTION = '[item has|items have] selected tags whose names are not in the files'

/** The calories in the custom attribute `calories`. @param name what the report calls the object */
function calorieAttribute(object: CatalogObject, name: string, { report }: Conversion): number | null {
  const values = attributes(object, 'calories').map(
    ({ number_value, string_value }) => cleanText(number_value) || cleanText(string_value),
  )
  return readCalories(
    values.find((text) => text !== ''),
    name,
    report,
  )
}

/** The tags in the custom attribute `tags`: a text with commas, or a selection. */
function tagAttribute(object: CatalogObject, name: string, conversion: Conversion): string[] {
  return attributes(object, 'tags').flatMap((attribute) => [
    ...(nonEmptyText(attribute['string_value']) ?? '').split(',').map(cleanText).filter(Boolean),
    ...selectedNames(attribute, name, conversion),
  ])
}

/** An attribute is found by its key or its name. The key of another application has its id before a colon. */
function attributes({ fields }: CatalogObject, wanted: string): JsonObject[] {
  const map = fields['custom_attribute_values']
  if (!isObject(map)) return []
  return Object.entries(map).flatMap(([key, value]) => {
    if (!isObject(value)) return []
    const names = [key, value['key'], value['name']].map((name) => cleanText(name).toLowerCase())
    return names.some((name) => name.slice(name.lastIndexOf(':') + 1) === wanted) ? [value] : []
  })
}

/** A value has only the ids of what is selected. The names are in the attribute's definition. */
function selectedNames(attribute: JsonObject, name: string, { catalog, report }: Conversion): string[] {
  const uids = textsOf(attribute['selection_uid_values'])
  const definitionId = nonEmptyText(attribute['custom_attribute_definition_id'])
  const names = namesByUid(catalog.find('CUSTOM_ATTRIBUTE_DEFINITION', definitionId))
  if (uids.some((uid) => !names.get(uid))) report.lose(UNKNOWN_SELECTION, name)
  return uids.flatMap((uid) => names.get(uid) || [])
}

function namesByUid(definition: CatalogObject | undefined): ReadonlyMap<unknown, string> {
  const config = definition?.data['selection_config']
  const selections = isObject(config) ? objectsOf(config['allowed_selections']) : []
  return new Map(selections.map(({ uid, name }) => [uid, cleanText(name)]))
}

/** The name of a variation. One that all variations get says nothing beside the values of its options. */
export function variationNameOf(variation: CatalogObject, { catalog }: Conversion): string {
  const name = cleanText(variation.data['name'])
  if (!isNameless(name)) return name
  const values = objectsOf(variation.data['item_option_values']).flatMap((chosen) => {
    const option = catalog.find('ITEM_OPTION', nonEmptyText(chosen['item_option_id']))
    const known = option ? objectsIn(option, 'values', 'ITEM_OPTION_VALUE') : []
    const value = known.find(({ id }) => id !== undefined && id === chosen['item_option_value_id'])
    return cleanText(value?.data['name']) || []
  })
  return values.join(', ') || name
}
