import { ALLERGENS, DIETS, MEANINGS } from '../menu/mark-names.ts'
import { ALLERGEN_WORDS, DIET_WORDS } from './food-words.ts'

/*
 * The tags of allergens and diets that all formats write, such as `allergen:milk` and `diet:vegan`. Boards have marks for them.
 * Tags of other allergens and diets are allowed: boards write out such an allergen, and do not show such a diet.
 */

/** Molluscs are shellfish too, but where a list has only one word for both, it is that of crustaceans. */
const SHELLFISH = 'shellfish'
/** What files say of items without allergens. */
const NO_ALLERGENS = 'none'
/** Where accents tell words apart: `cá` is fish, and `ca` is nothing. */
const ACCENTED_LANGUAGE = 'vi'
const SUFFIX_OF_DIETS = /_diet$/u

const PLAIN_LETTERS: Readonly<Record<string, string>> = { œ: 'oe', ß: 'ss', ł: 'l', ı: 'i' }

const allergens = slugsByName(ALLERGENS, 0, ALLERGEN_WORDS)
const diets = slugsByName(DIETS, ALLERGENS.length, DIET_WORDS)
const dietsByLetters = new Map<string, string>(DIETS.map(([slug, letters]) => [letters.toLowerCase(), slug]))

type Marked = readonly (readonly [slug: string, letters: string])[]

/** @param first the place of the first of the marks among the words of boards */
function slugsByName(
  marked: Marked,
  first: number,
  words: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>()
  const add = (word: string, slug: string, canLoseAccents = true): void => {
    slugs.set(toTagName(word), slug)
    if (canLoseAccents) slugs.set(withoutAccents(toTagName(word)), slug)
  }
  for (const [language, meanings] of Object.entries(MEANINGS)) {
    const names = meanings.split('|').slice(first, first + marked.length)
    for (const [index, name] of names.entries())
      add(name, marked[index]?.[0] ?? '', language !== ACCENTED_LANGUAGE)
  }
  for (const [slug, lines] of Object.entries(words))
    for (const word of [slug, ...lines.flatMap((line) => line.split('|'))]) add(word, slug)
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

/** Accents are often left out, above all in capitals. */
function withoutAccents(tagName: string): string {
  return tagName
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replace(/[œßłı]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

/** Whether it has no accents. */
const isPlain = (tagName: string) => /^[a-z\d_]*$/u.test(tagName)

function find(slugs: ReadonlyMap<string, string>, tagName: string): string | undefined {
  return slugs.get(tagName) ?? (isPlain(tagName) ? undefined : slugs.get(withoutAccents(tagName)))
}

/** The slug of an allergen by its name in a file, such as `milk` of `Milch`; undefined if it is not known. */
export function allergenSlug(name: string): string | undefined {
  return find(allergens, toTagName(name))
}

/** The slug of an allergen by its number on boards, which is that of the European list; undefined if there is none. */
export function numberedAllergen(number: number): string | undefined {
  return ALLERGENS[number - 1]?.[0]
}

/** Whether a name in a file may mean more allergens than its tag. */
export function isShellfish(name: string): boolean {
  return toTagName(name) === SHELLFISH
}

/** The tag of an allergen. One that is not known keeps its name. */
export function allergenTag(name: string): string {
  return `allergen:${allergenSlug(name) ?? toTagName(name)}`
}

/** The tag of a diet; undefined if it is not known. */
export function dietTag(name: string): string | undefined {
  const slug = find(diets, toTagName(name).replace(SUFFIX_OF_DIETS, ''))
  return slug && `diet:${slug}`
}

/** The tag of a diet by its letters on boards, such as `GF`; undefined if there is none. */
export function letteredDietTag(letters: string): string | undefined {
  const slug = dietsByLetters.get(letters.toLowerCase())
  return slug && `diet:${slug}`
}

/**
 * Says what is wrong with a tag, for boards: undefined if nothing is.
 * @returns the tag to use instead, or `unknown` for an allergen that has no mark, and for a diet
 */
export function tagFault(tag: string): { readonly better: string } | 'unknown' | undefined {
  const [, prefix = '', name = ''] = /^(allergen|diet)s?:(.*)$/isu.exec(tag) ?? []
  if (prefix === '' || tag === `allergen:${NO_ALLERGENS}`) return undefined
  const kind = prefix.toLowerCase()
  const other = tag.startsWith(`${kind}:`) ? undefined : `${kind}:${toTagName(name)}`
  const better = (kind === 'diet' ? dietTag(name) : knownAllergenTag(name)) ?? other
  if (better === tag) return undefined
  return better === undefined ? 'unknown' : { better }
}

function knownAllergenTag(name: string): string | undefined {
  return allergenSlug(name) && allergenTag(name)
}
