import { type ImportErrorList, showValue } from '../../documents/import-error.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { listNames, MAX_SHOWN_NAMES } from '../../lib/text/list-names.ts'
import { FOOD_KINDS, knownFoodTag, toTagName } from '../food-tags.ts'
import { meaningsOf } from '../words/words.ts'
import { AS_SPREADSHEET } from './report-texts.ts'

const WORDS = meaningsOf('fields')
/** The most characters of a name that are read. */
const MAX_FIELD_LENGTH = 200

/** Whether the name of an unread field suggests prices, sizes, availability or facts about the food. */
export function mayMatter(field: string): boolean {
  const name = toTagName(field.slice(0, MAX_FIELD_LENGTH))
  return [name, ...name.split('_')].some(
    (word) =>
      WORDS.has(word) ||
      WORDS.has(word.replace(/s$/, '')) ||
      FOOD_KINDS.some((kind) => knownFoodTag(kind, word) !== undefined),
  )
}

/** Refuses fields that are not empty, not known, and may matter. @param place where they are */
export function refuseFields(
  fields: Iterable<readonly [name: string, value: unknown]>,
  known: ReadonlySet<string>,
  place: string,
  errors: ImportErrorList,
  matters = mayMatter,
): void {
  const unknown: string[] = []
  for (const [name, value] of fields)
    if (!known.has(name) && matters(name) && !isEmpty(value)) unknown.push(name)
  if (unknown.length === 0) return
  const names = listNames(unknown, MAX_SHOWN_NAMES)
  errors.add(
    place,
    `must not have fields that may matter but are not read (${names}): remove them, or ${AS_SPREADSHEET}`,
  )
}

/** Refuses the first field of these names that is neither true nor false. @param place where the objects are */
export function refuseNonBooleans(
  objects: readonly JsonObject[],
  names: readonly string[],
  place: string,
  errors: ImportErrorList,
): void {
  const fields = objects.flatMap((object) => names.map((name) => [name, object[name] ?? false] as const))
  const [name, value] = fields.find(([, flag]) => typeof flag !== 'boolean') ?? []
  if (name !== undefined) errors.add(place, `must have true or false in ${name}, got ${showValue(value)}`)
}

function isEmpty(value: unknown): boolean {
  const isContainer = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return value === null || value === undefined || value === '' || isContainer
}
