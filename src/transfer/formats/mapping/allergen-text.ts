import { allergenSlug, numberedAllergen, toTagName } from '../../food-tags.ts'
import {
  contentsIn,
  isDerived,
  isNegated,
  isOptional,
  splitSentences,
  tracesIn,
  withoutArticle,
} from './allergen-phrases.ts'
import { FoundAllergens } from './found-allergens.ts'
import { hasDenial, isCode, isDenial, isNothing, splitAtAnd, splitDetails, splitNames } from './name-lists.ts'

/** No name is longer, and what is in brackets in brackets takes time. */
const MAX_LENGTH = 300

/** Reads the allergens in a text such as `milk`, `Gluten (wheat, barley), eggs` or `may contain nuts`. */
export function parseAllergens(text: string): FoundAllergens {
  const found = new FoundAllergens()
  const names = splitNames(text.normalize('NFC'))
  if (hasDenial(names)) found.lost.push(text)
  for (const name of names) for (const sentence of splitSentences(name)) readName(sentence, found)
  return found
}

const READERS: readonly ((name: string, found: FoundAllergens) => boolean)[] = [
  isNothing,
  isDerived,
  readKnown,
  readTraces,
  readContents,
  readDetails,
  readNumber,
  readNoName,
  readSeveral,
  readTextInBrackets,
  readUnknown,
]

function readName(name: string, found: FoundAllergens): void {
  if (name.length > MAX_LENGTH) found.lost.push(name)
  else READERS.some((read) => read(name, found))
}

function readKnown(name: string, found: FoundAllergens): boolean {
  const slug = allergenSlug(name) ?? allergenSlug(withoutArticle(name))
  if (slug !== undefined) found.add(slug, name)
  return slug !== undefined
}

function readTraces(name: string, found: FoundAllergens): boolean {
  const traces = tracesIn(name)
  if (traces === undefined) return false
  found.hasTraces = true
  readName(traces, found)
  return true
}

function readContents(name: string, found: FoundAllergens): boolean {
  const contents = contentsIn(name)
  if (contents !== undefined) found.addAll(parseAllergens(contents))
  return contents !== undefined
}

/** What is known within brackets counts too. What is not is a detail of a name that is known, such as `cod` of `Fish (cod)`. */
function readDetails(text: string, found: FoundAllergens): boolean {
  const split = splitDetails(text)
  if (split === undefined) return false
  if (isDenial(split.details) || (split.name !== '' && isNothing(split.name))) {
    found.lost.push(text)
    return true
  }
  const name = parseAllergens(split.name)
  const details = parseAllergens(split.details)
  const hasDetails = details.slugs.size > 0
  // `A (gluten)` is gluten, and so is `(gluten)`.
  if (split.name === '' || (hasDetails && isCode(split.name) && name.slugs.size === 0)) found.addAll(details)
  else {
    if (name.slugs.size > 0 || !hasDetails) found.addAll(name)
    else found.lost.push(text)
    const isCount = isOtherNumber(name, details)
    if (!isCount) found.addKnown(details)
    const isCertain = !isCount && !isOptional(split.details) && !isDoubtful(details)
    if (name.slugs.size > 0 && !isCertain) found.lost.push(text)
  }
  return true
}

/** Whether details are a number of another allergen than the one they stand beside: `eggs = 1`. */
function isOtherNumber({ slugs }: FoundAllergens, details: FoundAllergens): boolean {
  return details.isNumbered && slugs.size > 0 && [...details.slugs].some((slug) => !slugs.has(slug))
}

/** What is known in a text such as `Rolls (wheat) with butter`, which as a whole is no name. */
function readTextInBrackets(text: string, found: FoundAllergens): boolean {
  const parts = text.split(/[()]/u)
  if (parts.length === 1) return false
  for (const part of parts) found.addKnown(parseAllergens(part))
  found.lost.push(text)
  return true
}

/** Whether details say that something is not contained, or that there may be something that is not known. */
function isDoubtful({ lost, hasTraces, unknown }: FoundAllergens): boolean {
  return lost.some((text) => !isCode(text)) || (hasTraces && unknown.size > 0)
}

function readNumber(name: string, found: FoundAllergens): boolean {
  const slug = /^\d{1,2}$/u.test(name) ? numberedAllergen(Number(name)) : undefined
  if (slug === undefined) return false
  found.add(slug, name)
  found.isNumbered = true
  return true
}

function readNoName(name: string, found: FoundAllergens): boolean {
  const isNoName = isCode(name) || isNegated(name)
  if (isNoName) found.lost.push(name)
  return isNoName
}

/** `milk and eggs` if one of them is known, and `A C G`. Other words are one name: `soya milk` is no milk. */
function readSeveral(name: string, found: FoundAllergens): boolean {
  const joined = splitAtAnd(name)
  const parts = joined.length > 1 ? joined.map(parseAllergens) : []
  const words = name.split(' ')
  const areCodes = words.length > 1 && words.every(isCode)
  if (!areCodes && !parts.some(({ slugs }) => slugs.size > 0)) return false
  for (const part of areCodes ? words.map(parseAllergens) : parts) found.addAll(part)
  return true
}

function readUnknown(name: string, found: FoundAllergens): boolean {
  if (/\p{L}/u.test(name)) found.unknown.set(toTagName(name), name)
  else found.lost.push(name)
  return true
}
