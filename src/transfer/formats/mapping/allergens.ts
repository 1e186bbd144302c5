import { isShellfish } from '../../food-tags.ts'
import type { ConversionReport } from '../report.ts'
import { type FoundAllergens, parseAllergens } from './allergen-text.ts'
import { ALLERGEN_NUMBERS, LOST_ALLERGEN, SHELLFISH, TRACES, UNMARKED_ALLERGEN } from './losses.ts'
import { type ListOwner, labelOf } from './name-lists.ts'

/**
 * The tags of allergens, each once. What is not known is reported.
 * @param texts names in the source, or lists of names such as `milk, eggs`; empty ones are left out
 */
export function readAllergens(
  texts: readonly string[],
  owner: ListOwner,
  report: ConversionReport,
): readonly string[] {
  const read = texts.map(parseAllergens)
  for (const text of read) reportUnknown(text, owner, report)
  reportDoubts(read, owner, report)
  return tagsIn(read.flatMap(({ slugs, unknown }) => [...slugs, ...unknown.keys()]))
}

/** The tags of allergens among ingredients. Ingredients that are no allergens are not reported. */
export function allergensInIngredients(
  texts: readonly string[],
  owner: ListOwner,
  report: ConversionReport,
): readonly string[] {
  const read = texts.map(parseAllergens).filter(({ isNumbered }) => !isNumbered)
  reportDoubts(read, owner, report)
  return tagsIn(read.flatMap(({ slugs }) => [...slugs]))
}

function tagsIn(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => `allergen:${name}`))]
}

function reportUnknown({ unknown, lost }: FoundAllergens, owner: ListOwner, report: ConversionReport): void {
  if (unknown.size > 0) report.lose(UNMARKED_ALLERGEN, labelOf(owner, [...unknown.values()].join(', ')))
  if (lost.length > 0) report.lose(LOST_ALLERGEN, labelOf(owner, lost.join(', ')))
}

/** Reports what is read, but may have been meant otherwise. */
function reportDoubts(texts: readonly FoundAllergens[], { name }: ListOwner, report: ConversionReport): void {
  if (texts.some(({ names }) => names.some(isShellfish))) report.lose(SHELLFISH, name)
  if (texts.some(({ hasTraces }) => hasTraces)) report.lose(TRACES, name)
  if (texts.some(({ isNumbered }) => isNumbered)) report.assume(ALLERGEN_NUMBERS, name)
}
