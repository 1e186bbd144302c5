import { type FoodKind, foodTag, knownFoodTag, tagProblem } from '../food-tags.ts'
import type { CountedText, ImportReport } from '../import-report.ts'
import { isEmptyList } from '../words/words.ts'
import { INGREDIENTS, UNKNOWN_TAG, UNMARKED_ALLERGEN, UNSHOWN_DIET } from './report-texts.ts'

/** Names in a list. A text in brackets belongs to the name before it. */
const NAMES = /(?:\([^()]*\)|[^(),;|/+&•·、，；／\r\n])+/gu
const WITH_DETAILS = /^(?<name>[^()]+)\((?<details>[^()]+)\)$/u

/**
 * Reads lists such as `Gluten (wheat, barley), eggs / milk`. Names in brackets must be known as well.
 * @returns the tags of the names that boards know, and all other names
 */
export function parseFoodNames(kind: FoodKind, texts: readonly string[]) {
  const read = texts.flatMap(namesIn).map((name) => ({ name, tags: tagsNamed(kind, name) }))
  return {
    tags: [...new Set(read.flatMap(({ tags }) => tags ?? []))],
    unknown: read.flatMap(({ name, tags }) => (tags === undefined ? name : [])),
  }
}

function namesIn(text: string): readonly string[] {
  if (isEmptyList(text)) return []
  return (text.normalize('NFC').match(NAMES) ?? [])
    .map((name) => name.replace(/\s+/gu, ' ').trim().replace(/\.$/u, ''))
    .filter((name) => name !== '')
}

function tagsNamed(kind: FoodKind, name: string): readonly string[] | undefined {
  const tag = knownFoodTag(kind, name)
  if (tag !== undefined) return [tag]
  const { name: outer, details } = WITH_DETAILS.exec(name)?.groups ?? {}
  if (outer === undefined || details === undefined) return undefined
  const tags = [outer, ...(details.match(NAMES) ?? [])].map((part) => knownFoodTag(kind, part.trim()))
  return tags.every((one) => one !== undefined) ? tags : undefined
}

/** The tags of a text that has nothing else than names of diets; none if it has anything else. */
export function dietsNamedIn(text: string): readonly string[] {
  const { tags, unknown } = parseFoodNames('diets', [text])
  return unknown.length === 0 ? tags : []
}

/** The tags of allergens or diets, each once. Unknown names are reported, and kept because boards write out allergens. */
export function tagsOfNames(
  kind: FoodKind,
  texts: readonly string[],
  owner: string,
  report: ImportReport,
): readonly string[] {
  const { tags, unknown } = parseFoodNames(kind, texts)
  addLosses(unknown, UNKNOWN[kind], owner, report)
  return [...tags, ...new Set(unknown.map((name) => foodTag(kind, name)))]
}

const UNKNOWN: Readonly<Record<FoodKind, CountedText>> = { allergens: UNMARKED_ALLERGEN, diets: UNSHOWN_DIET }

/** The tags of allergens among ingredients. Others are reported: `peanut butter` is not the name of an allergen. */
export function allergensInIngredients(texts: readonly string[], owner: string, report: ImportReport) {
  const { tags, unknown } = parseFoodNames('allergens', texts)
  addLosses(unknown, INGREDIENTS, owner, report)
  return tags
}

function addLosses(names: readonly string[], reason: CountedText, owner: string, report: ImportReport): void {
  if (names.length > 0) report.addLoss(reason, `${owner} (${names.join(', ')})`)
}

/** Reports tags of allergens and diets that boards do not know. */
export function reportUnknownTags(tags: readonly string[], owner: string, report: ImportReport): void {
  for (const tag of tags) if (tagProblem(tag) !== undefined) report.addNote(UNKNOWN_TAG, `${owner} (${tag})`)
}
