import type { MarkStyle } from '../board/marks.ts'
import { ALLERGENS, DIETS, MEANINGS, NO_ALLERGENS, WHEAT } from '../shared/mark-names.ts'
import { knownTag } from './words.ts'

/** A mark after a name, and what the legend says about it: nothing about an allergen that is written out. */
export interface Mark {
  readonly tag: string
  readonly text: string
  readonly meaning: string
}

export interface Marks {
  /** The language of the meanings. */
  readonly language: string
  /** What the legend says in place of marks; empty with marks. */
  readonly sentence: string
  /** Returns the marks for tags, each once, in the order of the legend. */
  readonly of: (tags: readonly string[]) => readonly Mark[]
}

/** Returns the marks in a style, as on the board. */
export function marksFor(style: MarkStyle, locale: string): Marks {
  var tagOfLanguage = knownTag(locale, MEANINGS)
  var meanings = (MEANINGS[tagOfLanguage] || '').split('|')
  var allergens = ALLERGENS.map(function (pair, index) {
    return { tag: 'allergen:' + pair[0], text: style === 'numbers' ? '' + (index + 1) : pair[1] }
  })
  var diets = DIETS.map(function (pair) {
    return { tag: 'diet:' + pair[0], text: pair[1] as string }
  })
  var known = allergens.concat(diets).map(function (mark, index): Mark {
    return { tag: mark.tag, text: mark.text, meaning: meanings[index] || '' }
  })
  return {
    language: tagOfLanguage,
    sentence: style === 'ask' ? meanings[meanings.length - 1] || '' : '',
    of: function (tags) {
      if (style === 'ask' || style === 'none') return []
      return known.filter(isGiven).concat(tags.filter(isUnknownAllergen).map(writtenOut))

      function isGiven(mark: Mark): boolean {
        var isWheat = mark.tag === 'allergen:gluten' && tags.indexOf('allergen:' + WHEAT) >= 0
        return isWheat || tags.indexOf(mark.tag) >= 0
      }

      function isUnknownAllergen(tag: string, index: number): boolean {
        var isKnown = known.some(function (mark) {
          return mark.tag === tag
        })
        return !isKnown && tags.indexOf(tag) === index && hasAllergen(tag)
      }
    },
  }
}

/** Returns the meanings of marks, such as "G gluten · M milk". */
export function legendOf(marks: readonly Mark[]): string {
  return marks
    .filter(function (mark) {
      return mark.meaning !== ''
    })
    .map(function (mark) {
      return mark.text + '\u00a0' + mark.meaning.replace(/ /g, '\u00a0')
    })
    .join(' · ')
}

function hasAllergen(tag: string): boolean {
  var text = writtenOut(tag).text
  return tag.indexOf('allergen:') === 0 && text !== '' && text !== WHEAT && text !== NO_ALLERGENS
}

/** Allergens without a mark are written out: no allergen may be left out. */
function writtenOut(allergen: string): Mark {
  return { tag: allergen, text: allergen.slice('allergen:'.length).replace(/_/g, ' ').trim(), meaning: '' }
}
