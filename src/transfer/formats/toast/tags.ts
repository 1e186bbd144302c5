import { allergenTag } from '../../food-tags.ts'
import { readAllergens } from '../mapping/allergens.ts'
import { dietsNamedIn } from '../mapping/diets.ts'
import { LOST_ALLERGEN, TRACES } from '../mapping/losses.ts'
import { labelOf } from '../mapping/name-lists.ts'
import { readTags } from '../mapping/tags.ts'
import { asList, asObject, cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import type { ToastNode } from './node.ts'

/** Values of `presenceType` that say that there is none. */
const ABSENT = /^(?:none|no|absent|free)(?![a-z])|(?<![a-z])(?:not|free)(?![a-z])/i

/** What the report calls an allergen that has no name. */
const UNNAMED = 'one without a name'

/** The names of a node's item tags, as they are. */
export function itemTags({ fields }: ToastNode): string[] {
  return unique(asList(fields['itemTags']).map((tag) => cleanText(tag) || cleanText(asObject(tag)['name'])))
}

/**
 * All tags of an item or a modifier: its item tags, the diets among them, its allergens and its content advisories. Toast has no
 * other place for diets.
 */
export function tagsOf(node: ToastNode, name: string, report: ConversionReport): string[] {
  const allergens = asList(node.fields['allergens']).flatMap((allergen) => allergenOf(allergen, name, report))
  const advised = advisories(node.fields['contentAdvisories']).filter(Boolean).map(allergenTag)
  const own = itemTags(node)
  return unique([
    ...readTags(own, { name }, report),
    ...own.flatMap(dietsNamedIn),
    ...readAllergens(allergens, { name }, report),
    ...readTags(advised, { name }, report),
  ])
}

/** The code of an allergen; none if it is not contained. How it is, if that is not known, may be anything. */
function allergenOf(allergen: unknown, name: string, report: ConversionReport): string[] {
  const { code, groupCode, name: ownName, displayName, presenceType } = asObject(allergen)
  const names = [allergen, code, groupCode, ownName, displayName].map(cleanText)
  const text = names.find((one) => one !== '') ?? UNNAMED
  const presence = cleanText(presenceType)
  if (ABSENT.test(presence)) {
    report.lose(LOST_ALLERGEN, labelOf({ name }, `${text}: ${presence}`))
    return []
  }
  if (text === UNNAMED) {
    report.lose(LOST_ALLERGEN, labelOf({ name }, text))
    return []
  }
  if (presence !== '' && presence !== 'CONTAINS') report.lose(TRACES, name)
  return [text]
}

/** An advisory is an object with an answer, as in `{ "alcohol": { "containsAlcohol": "YES" } }`; a list has only those that apply. */
function advisories(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(cleanText)
  return Object.entries(asObject(value))
    .filter(([, advisory]) => [advisory, ...Object.values(asObject(advisory))].some(isYes))
    .map(([name]) => name)
}

const isYes = (value: unknown) => value === 'YES' || value === true

function unique(tags: readonly string[]): string[] {
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
