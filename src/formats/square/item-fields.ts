import type { JsonObject } from '../../lib/json/json.ts'
import type { ImportReport } from '../import-report.ts'
import { parseCalories } from '../shared/calories.ts'
import { asObject, cleanDescription, cleanText } from '../shared/clean-text.ts'
import { allergensInIngredients, reportUnknownTags, tagsOfNames } from '../shared/food-lists.ts'
import { refuseFields } from '../shared/refuse-fields.ts'
import { type CatalogObject, placeOf } from './catalog.ts'
import { nonEmptyText, objectsOf, textsOf } from './json-values.ts'
import type { SquareContext } from './square-context.ts'

export function descriptionOf({ data }: CatalogObject): string | null {
  const { description_plaintext: plain, description, description_html: html } = data
  return cleanDescription(plain) ?? cleanDescription(description) ?? cleanDescription(html)
}

/** Reads the calories of an item or a variation, from the field of Square or from the custom attribute `calories`. */
export function readItemCalories(object: CatalogObject, { report }: SquareContext): number | null {
  const [, attribute] = attributesOf(object).find(([name]) => name === CALORIES) ?? []
  const { number_value, string_value } = asObject(attribute)
  const count = foodDetails(object)['calorie_count'] ?? number_value
  // Square writes numbers as texts with a decimal point.
  return parseCalories(count ?? string_value, count !== undefined, (problem) =>
    report.errors.add(placeOf(object), problem),
  )
}

/** Reads the tags of an item or a variation, each once. @param name of the item in the report */
export function squareTags(object: CatalogObject, name: string, context: SquareContext): string[] {
  const { report } = context
  const { dietary_preferences: preferences, ingredients: list } = foodDetails(object)
  const [standard, custom] = namesOf(list)
  const own = tagAttribute(object, context)
  reportUnknownTags(own, name, report)
  // All of Square's standard ingredients are allergens. Sellers also write allergens as ingredients of their own.
  return [
    ...new Set([
      ...tagsOfNames('diets', namesOf(preferences).flat(), name, report),
      ...tagsOfNames('allergens', standard, name, report),
      ...allergensInIngredients(custom, name, report),
      ...own,
    ]),
  ]
}

function foodDetails({ data }: CatalogObject): JsonObject {
  return asObject(data['food_and_beverage_details'])
}

/** The standard names of a list, empty where there is none, and the sellers' own names there. */
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
const ATTRIBUTES: ReadonlySet<string> = new Set([TAGS, CALORIES])
const UNKNOWN_SELECTION =
  'must have tags whose names are in the files: add the response with its custom attributes'

/** The tags in the custom attribute `tags`: a text with commas, or a selection. */
function tagAttribute(object: CatalogObject, { catalog, report }: SquareContext): string[] {
  const [, value] = attributesOf(object).find(([name]) => name === TAGS) ?? []
  const attribute = asObject(value)
  const text = nonEmptyText(attribute['string_value']) ?? ''
  const id = nonEmptyText(attribute['custom_attribute_definition_id'])
  const { selection_config } = catalog.definitions.get(id) ?? {}
  const selections = objectsOf(asObject(selection_config)['allowed_selections'])
  const names = new Map<unknown, string>(selections.map(({ uid, name }) => [uid, cleanText(name)]))
  const chosen = textsOf(attribute['selection_uid_values']).map((uid) => names.get(uid) ?? '')
  if (chosen.includes('')) report.errors.add(placeOf(object), UNKNOWN_SELECTION)
  return [...text.split(',').map(cleanText), ...chosen].filter(Boolean)
}

/** The custom attributes by their names, or else by their keys, without the id of an application and a colon in front. */
function attributesOf({ fields }: CatalogObject): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(asObject(fields['custom_attribute_values'])).map(([key, value]) => {
    const name = cleanText(asObject(value)['name']) || key.slice(key.lastIndexOf(':') + 1)
    return [name.toLowerCase(), value]
  })
}

/** The fields that are read, or that do not matter, although their names suggest that they do. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  [
    // Of all objects.
    'is_deleted is_archived item_variation_data',
    // Of items.
    'ecom_visibility visibility online_visibility ecom_available available_online available_for_pickup',
    'available_electronically skip_modifier_screen modifier_list_info item_options variations',
    // Of variations.
    'price_money pricing_type track_inventory inventory_alert_type inventory_alert_threshold',
    'item_option_values available_for_booking measurement_unit_id default_unit_cost',
  ].flatMap((names) => names.split(' ')),
)

/** Refuses an object with a field or a custom attribute that may matter and is not read. */
export function refuseUnreadFields(object: CatalogObject, { errors }: ImportReport): void {
  const { fields, data } = object
  const place = placeOf(object)
  for (const part of [fields, data]) refuseFields(Object.entries(part), KNOWN_FIELDS, place, errors)
  refuseFields(attributesOf(object), ATTRIBUTES, place, errors)
}
