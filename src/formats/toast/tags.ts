import { showValue } from '../../documents/import-error.ts'
import { isObject } from '../../lib/json/json.ts'
import { foodTag } from '../food-tags.ts'
import type { ImportReport } from '../import-report.ts'
import { asList, asObject, cleanText } from '../shared/clean-text.ts'
import { dietsNamedIn, reportUnknownTags, tagsOfNames } from '../shared/food-lists.ts'
import { TRACES } from '../shared/report-texts.ts'
import type { ToastNode } from './node.ts'

const CONTAINED: ReadonlySet<string> = new Set(['', 'CONTAINS'])
const MAYBE_CONTAINED: ReadonlySet<string> = new Set(['MAY_CONTAIN', 'TRACES'])

/** The names of the item tags of a node, unchanged. */
export function itemTags({ fields }: ToastNode): string[] {
  return unique(asList(fields['itemTags']).map((tag) => cleanText(tag) || cleanText(asObject(tag)['name'])))
}

/**
 * All tags of an item or a modifier: its item tags, the diets among them, its allergens and its content advisories. Toast has no
 * other place for diets.
 */
export function toastTags(node: ToastNode, name: string, report: ImportReport): string[] {
  const allergens = asList(node.fields['allergens']).map((allergen) =>
    allergenOf(allergen, node, name, report),
  )
  const advised = advisories(node, report).map((advisory) => foodTag('allergens', advisory))
  const own = itemTags(node)
  reportUnknownTags([...own, ...advised], name, report)
  return unique([
    ...own,
    ...own.flatMap(dietsNamedIn),
    ...tagsOfNames('allergens', allergens, name, report),
    ...advised,
  ])
}

/** The code of an allergen. A missing code is an error, and so is an uncertain presence. */
function allergenOf(allergen: unknown, { place }: ToastNode, name: string, report: ImportReport): string {
  const { code, groupCode, name: ownName, displayName, presenceType } = asObject(allergen)
  const [text = ''] = [allergen, code, groupCode, ownName, displayName].map(cleanText).filter(Boolean)
  const type = cleanText(presenceType)
  const at = `${place}/allergens`
  if (text === '') report.errors.add(at, `must have codes, and those of ${name} have none`)
  if (MAYBE_CONTAINED.has(type)) report.addLoss(TRACES, name)
  else if (!CONTAINED.has(type))
    report.errors.add(at, `must be CONTAINS or MAY_CONTAIN, got ${showValue(type)} for ${text} of ${name}`)
  return text
}

/** The advisories that apply, from objects such as `{ "alcohol": { "containsAlcohol": "YES" } }`. */
function advisories({ fields, place }: ToastNode, report: ImportReport): string[] {
  const answered = Object.entries(fields['contentAdvisories'] ?? {}).map(
    ([name, advisory]) => [name, isObject(advisory) ? Object.values(advisory) : [advisory]] as const,
  )
  if (!answered.every(([, answers]) => answers.every((answer) => ANSWERS.has(answer))))
    report.errors.add(`${place}/contentAdvisories`, 'must be objects with YES or NO')
  return answered.filter(([, answers]) => answers.includes('YES')).map(([name]) => name)
}

const ANSWERS: ReadonlySet<unknown> = new Set(['YES', 'NO', null])

function unique(tags: readonly string[]): string[] {
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
