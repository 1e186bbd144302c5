import { dietTag, letteredDietTag, toTagName } from '../../food-tags.ts'
import type { ConversionReport } from '../report.ts'
import { DIET_LETTERS, LOST_DIET, UNSHOWN_DIET } from './losses.ts'
import {
  hasDenial,
  isCode,
  isDenial,
  type ListOwner,
  labelOf,
  splitAtAnd,
  splitDetails,
  splitNames,
} from './name-lists.ts'

/** What one name says, or undefined if it is not known. */
type Diets = readonly string[] | undefined

const SUITABLE_FOR = /^(?:suitable for|diets?|geeignet für)(?=[\s:])[\s:]*/iu
/** Of two diets, only one may be meant. */
const OR = /\s(?:or|oder|ou)\s/iu
/** No name is longer, and what is in brackets in brackets takes time. */
const MAX_LENGTH = 300

/**
 * The tags of diets, each once. What is not known is reported.
 * @param texts names in the source, or lists of names such as `vegan, gluten-free`; empty ones are left out
 * @param nameOf makes a name of one that is not known
 */
export function readDiets(
  texts: readonly string[],
  owner: ListOwner,
  report: ConversionReport,
  nameOf = toTagName,
): readonly string[] {
  const names = texts.flatMap((text) => namesIn(text, owner, report))
  let hasLetters = false
  const tags = names.flatMap((name) => {
    const known = dietsIn(name)
    hasLetters ||= known !== undefined && isLettered(name)
    return known ?? unknownDiet(name, owner, report, nameOf)
  })
  if (hasLetters) report.assume(DIET_LETTERS, owner.name)
  return [...new Set(tags)]
}

/** The names of a list. If it denies any, none is certain: `vegan - no`. */
function namesIn(text: string, owner: ListOwner, report: ConversionReport): readonly string[] {
  const names = splitNames(text.normalize('NFC'))
  if (!hasDenial(names)) return names
  report.lose(LOST_DIET, labelOf(owner, text))
  return []
}

/** The tags of a text that has nothing else than names of diets; none if it has anything else, or letters. */
export function dietsNamedIn(text: string): readonly string[] {
  const tags = splitNames(text).map(dietTag)
  return tags.every((tag) => tag !== undefined) ? tags : []
}

/** A diet of which anything is said that is not known may be no such diet: `vegan (on request)`. */
function dietsIn(text: string): Diets {
  const name = text.replace(SUITABLE_FOR, '')
  if (name.length > MAX_LENGTH) return undefined
  const tag = dietTag(name) ?? letteredDietTag(name)
  if (tag !== undefined) return [tag]
  return isWord(name) ? undefined : severalIn(name)
}

/** Whether it is nothing else than one word, which most unknown names are. */
function isWord(name: string): boolean {
  return /^[\p{L}\d]+$/u.test(name)
}

function severalIn(text: string): Diets {
  const split = splitDetails(text)
  if (OR.test(text) || (split !== undefined && isDenial(split.details))) return undefined
  if (split !== undefined) return all([split.name, ...splitNames(split.details)])
  const parts = splitAtAnd(text)
  if (parts.length > 1) return all(parts)
  const words = text.split(' ')
  return words.length > 1 ? all(words) : undefined
}

function all(names: readonly string[]): Diets {
  const diets = names.map(dietsIn)
  return diets.every((tags) => tags !== undefined) ? diets.flat() : undefined
}

function isLettered(text: string): boolean {
  return text
    .split(/[\s():=]+/u)
    .some((word) => dietTag(word) === undefined && letteredDietTag(word) !== undefined)
}

function unknownDiet(
  name: string,
  owner: ListOwner,
  report: ConversionReport,
  nameOf: (name: string) => string,
): readonly string[] {
  const isName = !isCode(name) && splitDetails(name) === undefined && /\p{L}/u.test(name)
  report.lose(isName ? UNSHOWN_DIET : LOST_DIET, labelOf(owner, name))
  return isName ? [`diet:${nameOf(name)}`] : []
}
