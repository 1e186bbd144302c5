import type { Group, Item } from '../../browser/menu/menu-fields.ts'
import { flattenItems, itemsIn } from '../../browser/tree.ts'
import {
  ALLERGENS,
  DIETS,
  MARK_NAMES,
  NO_ALLERGENS,
  TAG_PREFIXES,
  WHEAT_NAMES,
} from '../../lib/food/mark-names.ts'
import { isInUnitedStates, knownLanguage } from './languages.ts'

/* The marks for allergens and diets. A tag such as `allergen:milk` only names an allergen; the style decides how it is marked. */

const ALLERGEN = TAG_PREFIXES.allergens

/** With `ask`, a sentence instead of marks tells guests to ask, which the law of the European Union allows. */
export const MARK_STYLES = ['letters', 'numbers', 'ask', 'none'] as const
export type MarkStyle = (typeof MARK_STYLES)[number]

export interface Mark {
  readonly tag: string
  readonly text: string
  /** Its meaning in the legend; undefined for an allergen without a mark, which is written out. */
  readonly meaning: string | undefined
}

export interface Marks {
  /** The language of the meanings: that of the board if they are known in it, and otherwise English. */
  readonly language: string
  /** The sentence of the legend in place of marks; empty with marks. */
  readonly sentence: string
  /** Returns the marks for the tags of an item, each once, in the order of the legend. */
  readonly of: (tags: Iterable<string>) => readonly Mark[]
}

/** Returns the marks in a style, with the meanings in the language of a locale, or in English if they are not known in it. */
export function marksFor(style: MarkStyle, locale: string): Marks {
  const language = knownLanguage(locale, MARK_NAMES)
  const words = MARK_NAMES[language].split('|')
  // A new style shows allergens unless it is listed here.
  const isMarked = style !== 'ask' && style !== 'none'
  const namesWheat = isInUnitedStates(locale)
  const wheat = namesWheat ? [{ ...WHEAT_MARK, meaning: wheatIn(locale) }] : []
  const known = isMarked ? knownMarks(style, words, wheat) : []
  const others = isMarked ? unknownAllergens : () => []
  return {
    language,
    sentence: (style === 'ask' && words[words.length - 1]) || '',
    of: (given) => {
      const tags = new Set(
        Array.from(given, (tag) => (tag === WHEAT_MARK.tag && !namesWheat ? `${ALLERGEN}gluten` : tag)),
      )
      return [...known.filter(({ tag }) => tags.has(tag)), ...others(Array.from(tags))]
    },
  }
}

/** The mark of wheat in the United States, whose law names wheat, and not gluten. Elsewhere wheat is marked as gluten. */
const WHEAT_MARK = { tag: `${ALLERGEN}wheat`, text: 'W' }

function wheatIn(locale: string): string {
  return WHEAT_NAMES[knownLanguage(locale, WHEAT_NAMES)]
}

/** Wheat and diets have no numbers, so they have letters in either style. */
function knownMarks(style: MarkStyle, words: readonly string[], wheat: readonly Mark[]): readonly Mark[] {
  const allergens = ALLERGENS.map(([slug, letters], index) => ({
    tag: `${ALLERGEN}${slug}`,
    text: style === 'numbers' ? `${index + 1}` : letters,
  }))
  const diets = DIETS.map(([slug, letters]) => ({ tag: `${TAG_PREFIXES.diets}${slug}`, text: letters }))
  const [gluten, ...others] = [...allergens, ...diets].map((mark, index) => ({
    ...mark,
    meaning: words[index],
  }))
  return [...(gluten ? [gluten] : []), ...wheat, ...others]
}

/** Allergens without a mark are written out: no allergen may be left out. */
function unknownAllergens(tags: readonly string[]): Mark[] {
  return tags
    .filter((tag) => tag.startsWith(ALLERGEN) && !KNOWN_TAGS.has(tag))
    .map((tag) => ({
      tag,
      text: tag.slice(ALLERGEN.length).replace(/_/g, ' ').trim(),
      meaning: undefined,
    }))
    .filter(({ text }) => text !== '' && text !== NO_ALLERGENS)
}

const KNOWN_TAGS: ReadonlySet<string> = new Set([
  ...ALLERGENS.map(([slug]) => `${ALLERGEN}${slug}`),
  WHEAT_MARK.tag,
])

export function tagsIn(groups: readonly Group[]): ReadonlySet<string> {
  const tags = new Set<string>()
  for (const item of itemsIn(groups)) for (const tag of item.tags ?? []) tags.add(tag)
  return tags
}

/** The tags for the one line of an item with sizes: every allergen of any size, and only the diets that all sizes share. */
export function tagsWithSizes(item: Item): readonly string[] {
  const [first = [], ...others] = item.items.map((size) => size.tags ?? [])
  return [...tagsWithAllergens(item), ...first.filter((tag) => others.every((other) => other.includes(tag)))]
}

/** Returns the tags of an item with the allergens of its options, however deep they are. */
export function tagsWithAllergens({ tags = [], items }: Item): readonly string[] {
  const all = [...tags]
  for (const { node } of flattenItems(items))
    all.push(...(node.tags ?? []).filter((tag) => tag.startsWith(ALLERGEN)))
  return all
}
