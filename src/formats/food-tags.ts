import { ALLERGENS, DIETS, MARK_NAMES, NO_ALLERGENS } from '../lib/food/mark-names.ts'
import { meaningsOf } from './words/words.ts'

/*
 * The tags of allergens and diets that all formats write, such as `allergen:milk` and `diet:vegan`. Boards have marks for them.
 * Tags of other allergens and diets are allowed: boards write out such an allergen, and do not show such a diet.
 */

const SUFFIX_OF_DIETS = /_diet$/u

const allergens = slugsByName(ALLERGENS, 0, meaningsOf('allergens'))
const diets = slugsByName(DIETS, ALLERGENS.length, meaningsOf('diets'))

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

/** The tag of an allergen by its name in a file, such as `allergen:milk` of `Milch`; undefined if it is not known. */
export function knownAllergenTag(name: string): string | undefined {
  const slug = allergens.get(toTagName(name))
  return slug && `allergen:${slug}`
}

/** The tag of an allergen. For an unknown allergen, it is made from the name: `allergen:star_anise`. */
export function allergenTag(name: string): string {
  return knownAllergenTag(name) ?? `allergen:${toTagName(name)}`
}

/** The tag of a diet; undefined if it is not known. */
export function dietTag(name: string): string | undefined {
  const slug = diets.get(toTagName(name).replace(SUFFIX_OF_DIETS, ''))
  return slug && `diet:${slug}`
}

/**
 * Checks the tag of an allergen or a diet.
 * @returns the tag to use instead, or `unknown` if it has neither a mark nor an entry in `words/`; undefined if nothing is wrong
 */
export function tagProblem(tag: string): { readonly better: string } | 'unknown' | undefined {
  const [, prefix = '', name = ''] = /^(allergen|diet)s?:(.*)$/isu.exec(tag) ?? []
  if (prefix === '' || tag === `allergen:${NO_ALLERGENS}`) return undefined
  const kind = prefix.toLowerCase()
  const other = tag.startsWith(`${kind}:`) ? undefined : `${kind}:${toTagName(name)}`
  const better = (kind === 'diet' ? dietTag(name) : knownAllergenTag(name)) ?? other
  if (better === tag) return undefined
  return better === undefined ? 'unknown' : { better }
}

/** Whether it is the tag of a known allergen or diet, such as `allergen:milk`. */
export function isKnownFoodTag(tag: string): boolean {
  return /^(?:allergen|diet):./u.test(tag) && tagProblem(tag) === undefined
}
