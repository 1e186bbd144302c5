import { ALLERGENS, DIETS, MARK_NAMES, NO_ALLERGENS_TAG, TAG_PREFIXES } from '../lib/food/mark-names.ts'
import { keysOf } from '../lib/records.ts'
import { meaningsOf } from './words/words.ts'

/*
 * The tags of allergens and diets that all formats write, such as `allergen:milk` and `diet:vegan`. Boards have marks for them.
 * Tags of other allergens and diets are allowed: boards write out such an allergen, and do not show such a diet.
 */

const SUFFIX_OF_DIETS = /_diet$/u

export const FOOD_KINDS = keysOf(TAG_PREFIXES)
export type FoodKind = (typeof FOOD_KINDS)[number]
const SLUGS: Readonly<Record<FoodKind, ReadonlyMap<string, string>>> = {
  allergens: slugsByName(ALLERGENS, 0, meaningsOf('allergens')),
  diets: slugsByName(DIETS, ALLERGENS.length, meaningsOf('diets')),
}

type Marked = readonly (readonly [slug: string, letters: string])[]

/** @param first the index of the first of these marks in the words of boards */
function slugsByName(
  marked: Marked,
  first: number,
  words: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>()
  for (const meanings of Object.values(MARK_NAMES)) {
    const names = meanings.split('|').slice(first, first + marked.length)
    for (const [index, name] of names.entries()) slugs.set(toTagName(name), marked[index]?.[0] ?? '')
  }
  for (const [word, slug] of words) for (const name of [slug, word]) slugs.set(toTagName(name), slug)
  return slugs
}

/** Words joined by `_` in lower case, as in `gluten_free`, from `GLUTEN_FREE`, `GlutenFree` or `Gluten free`. */
export function toTagName(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .replace(/[\s_-]+/gu, '_')
    .replaceAll('’', "'")
    .toLowerCase()
}

/** The tag of an allergen or a diet by its name in a file, such as `allergen:milk` of `Milch`; undefined if it is not known. */
export function knownFoodTag(kind: FoodKind, name: string): string | undefined {
  const text = toTagName(name)
  const slug = SLUGS[kind].get(kind === 'diets' ? text.replace(SUFFIX_OF_DIETS, '') : text)
  return slug && `${TAG_PREFIXES[kind]}${slug}`
}

/** Like `knownFoodTag`, but an unknown name becomes a tag as well: `allergen:star_anise`. */
export function foodTag(kind: FoodKind, name: string): string {
  return knownFoodTag(kind, name) ?? `${TAG_PREFIXES[kind]}${toTagName(name)}`
}

/**
 * Checks the tag of an allergen or a diet.
 * @returns the tag to use instead, or `unknown` if it has neither a mark nor an entry in `words/`; undefined if nothing is wrong
 */
export function tagProblem(tag: string): { readonly better: string } | 'unknown' | undefined {
  const [, word = '', name = ''] = /^([^:]*?)s?:(.*)$/isu.exec(tag) ?? []
  const kind = FOOD_KINDS.find((one) => TAG_PREFIXES[one] === `${word.toLowerCase()}:`)
  if (kind === undefined || tag === NO_ALLERGENS_TAG) return undefined
  const isSpelledRight = tag.startsWith(TAG_PREFIXES[kind])
  const better = isSpelledRight ? knownFoodTag(kind, name) : foodTag(kind, name)
  if (better === tag) return undefined
  return better === undefined ? 'unknown' : { better }
}

/** Whether it is the tag of a known allergen or diet, such as `allergen:milk`. */
export function isKnownFoodTag(tag: string): boolean {
  return FOOD_KINDS.some((kind) => tag.startsWith(TAG_PREFIXES[kind])) && tagProblem(tag) === undefined
}
