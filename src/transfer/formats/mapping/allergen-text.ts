import { allergenSlug, numberedAllergen, toTagName } from '../../food-tags.ts'
import {
  contentsIn,
  DERIVED,
  NEGATED,
  OPTIONAL,
  splitSentences,
  tracesIn,
  withoutArticle,
} from './allergen-phrases.ts'
import { hasDenial, isCode, isDenial, isNothing, splitAtAnd, splitDetails, splitNames } from './name-lists.ts'

/** No name is longer, and what is in brackets in brackets takes time. */
const MAX_LENGTH = 300

/** What a text says of allergens. */
export class FoundAllergens {
  /** Those that boards know. */
  readonly slugs = new Set<string>()
  /** The names in the text of those that boards know. */
  readonly names: string[] = []
  /** Other names as they are in tags, with those in the text. */
  readonly unknown = new Map<string, string>()
  /** What is no name: a letter that means other things elsewhere, or a text such as `no nuts`. */
  readonly lost: string[] = []
  /** Whether only traces of some are possible. */
  hasTraces = false
  /** Whether there are numbers instead of names. */
  isNumbered = false

  add(slug: string, name: string): void {
    this.slugs.add(slug)
    this.names.push(name)
  }

  /** Adds what another text says, except for what is not known. */
  addKnown(other: FoundAllergens): void {
    for (const slug of other.slugs) this.slugs.add(slug)
    this.names.push(...other.names)
    this.hasTraces ||= other.hasTraces
    this.isNumbered ||= other.isNumbered
  }

  addAll(other: FoundAllergens): void {
    this.addKnown(other)
    for (const [tagName, name] of other.unknown) this.unknown.set(tagName, name)
    this.lost.push(...other.lost)
  }
}

/** Reads the allergens in a text such as `milk`, `Gluten (wheat, barley), eggs` or `may contain nuts`. */
export function parseAllergens(text: string): FoundAllergens {
  const found = new FoundAllergens()
  const names = splitNames(text.normalize('NFC'))
  if (hasDenial(names)) found.lost.push(text)
  for (const name of names) for (const sentence of splitSentences(name)) readName(sentence, found)
  return found
}

/** The first of these that can read a name decides. */
function readName(name: string, found: FoundAllergens): void {
  if (name.length > MAX_LENGTH) found.lost.push(name)
  else if (isNothing(name) || DERIVED.has(name.toLowerCase())) return
  else if (readOne(name, found) || readSentence(name, found) || readDetails(name, found)) return
  else if (isCode(name) || NEGATED.test(name)) found.lost.push(name)
  else if (readSeveral(name, found) || readTextInBrackets(name, found)) return
  else if (/\p{L}/u.test(name)) found.unknown.set(toTagName(name), name)
  else found.lost.push(name)
}

/** A name, or a number of the European list. */
function readOne(name: string, found: FoundAllergens): boolean {
  const known = allergenSlug(name) ?? allergenSlug(withoutArticle(name))
  const numbered = /^\d{1,2}$/u.test(name) ? numberedAllergen(Number(name)) : undefined
  const slug = known ?? numbered
  if (slug === undefined) return false
  found.add(slug, name)
  found.isNumbered ||= known === undefined
  return true
}

/** `May contain nuts`, `contains milk`. */
function readSentence(name: string, found: FoundAllergens): boolean {
  const traces = tracesIn(name)
  const contents = contentsIn(name)
  if (traces !== undefined) {
    found.hasTraces = true
    readName(traces, found)
  } else if (contents !== undefined) found.addAll(parseAllergens(contents))
  return traces !== undefined || contents !== undefined
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
    const isCertain = !isCount && !OPTIONAL.test(split.details) && !isDoubtful(details)
    if (name.slugs.size > 0 && !isCertain) found.lost.push(text)
  }
  return true
}

/** Whether details are a number of another allergen than the one they stand beside: `eggs = 1`. */
function isOtherNumber({ slugs }: FoundAllergens, details: FoundAllergens): boolean {
  return details.isNumbered && slugs.size > 0 && [...details.slugs].some((slug) => !slugs.has(slug))
}

/** Whether details say that something is not contained, or that there may be something that is not known. */
function isDoubtful({ lost, hasTraces, unknown }: FoundAllergens): boolean {
  return lost.some((text) => !isCode(text)) || (hasTraces && unknown.size > 0)
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

/** What is known in a text such as `Rolls (wheat) with butter`, which as a whole is no name. */
function readTextInBrackets(text: string, found: FoundAllergens): boolean {
  const parts = text.split(/[()]/u)
  if (parts.length === 1) return false
  for (const part of parts) found.addKnown(parseAllergens(part))
  found.lost.push(text)
  return true
}
