import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import { readCalories } from '../mapping/calories.ts'
import { cleanText } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import type { CatalogObject } from './objects.ts'
import { nonEmptyText, objectsOf, textsOf } from './values.ts'

const UNKNOWN_SELECTION = '[item has|items have] selected tags whose names are not in the files'

/** The calories in the custom attribute `calories`. @param name what the report calls the object */
export function calorieAttribute(object: CatalogObject, name: string, { report }: Conversion): number | null {
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
export function tagAttribute(object: CatalogObject, name: string, conversion: Conversion): string[] {
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
