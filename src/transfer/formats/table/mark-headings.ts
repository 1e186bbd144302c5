import { letteredDietTag } from '../../food-tags.ts'
import { parseAllergens } from '../mapping/allergen-text.ts'
import { dietsNamedIn } from '../mapping/diets.ts'
import { normalizeHeading } from './columns.ts'

/** Says only that the cells below are marks: `Milk (yes/no)`, `is vegan`. */
const FRAME = /^(?:is|ist|has) | ?[([]?(?:yes ?\/ ?no|y ?\/ ?n|ja ?\/ ?nein|oui ?\/ ?non|x)[)\]]?$/giu
/** Other single letters stand for too much: `H` may be hot. */
const LETTERS = /^(?:v|[a-z]{2})$/iu
const WHEAT = 'wheat'
const GLUTEN = 'gluten'

/**
 * The tags of the columns of a table whose cells are marks of allergens and diets.
 * @param used the columns that are something else
 */
export function findMarks(
  headings: ReadonlyMap<number, string>,
  used: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const marks = new Map<number, string>()
  for (const [column, heading] of headings) {
    const tag = used.has(column) ? undefined : tagOfHeading(heading)
    if (tag !== undefined) marks.set(column, tag)
  }
  return marks
}

/** The tag that marks below a heading give, such as `allergen:milk` of `Contains milk`; undefined unless it is one that boards know. */
export function tagOfHeading(heading: string): string | undefined {
  const text = normalizeHeading(heading).replace(FRAME, '')
  const [diet, ...otherDiets] = new Set(dietsNamedIn(text))
  if (diet !== undefined) return otherDiets.length === 0 ? diet : undefined
  return lettersIn(text) ?? allergenIn(text)
}

/** Whether a heading only has the letters of a diet. */
export function hasLetters(heading: string): boolean {
  return lettersIn(normalizeHeading(heading).replace(FRAME, '')) !== undefined
}

function lettersIn(text: string): string | undefined {
  return LETTERS.test(text) ? letteredDietTag(text) : undefined
}

/** Numbers alone may be anything, and of several allergens any may be meant. */
function allergenIn(text: string): string | undefined {
  if (!/\p{L}/u.test(text)) return undefined
  const { slugs, unknown, lost, hasTraces } = parseAllergens(text)
  const names = [...slugs].filter((slug) => slug !== WHEAT || !slugs.has(GLUTEN))
  const isClear = names.length === 1 && unknown.size === 0 && lost.length === 0 && !hasTraces
  return isClear ? `allergen:${names[0]}` : undefined
}
