import { columnsNeeded, type Requirements, SPLIT_ANYWHERE, SPLIT_GROUPS } from './arrange.ts'
import { applyToMeasurer, columnCounts, type LayoutContext, type Style } from './context.ts'

/** The most lines of a description. */
const DESCRIPTION_LINES = [4, 2, 0]
/** The largest share of items with several lines for a name and its prices in a layout that is not crowded. */
const MAX_CROWDED = 0.5
const MANY_PAGES = 1e6

/** The number of screens that share a menu, and the most pages on which descriptions are kept. */
export interface PageLimits {
  readonly screens: number
  readonly maxPages: number
}

/** The space that a style needs in the smallest text. */
export interface Candidate {
  readonly style: Omit<Style, 'textPx'>
  /** The pages that it needs. On the last page, only the used columns count. */
  readonly pagesNeeded: number
  readonly requirements: Pick<Requirements, 'maxBreakCost' | 'overflowingColumns'>
  /** Whether most items have a name in several lines, or prices below it. */
  readonly isCrowded: boolean
}

/**
 * Tries columns in the smallest text. The best candidates have:
 * 1. the fewest pages: descriptions are shortened, then left out, before there are more pages than wanted
 * 2. names in one line: broken names are harder to read than no descriptions
 * 3. the longest descriptions
 */
export function bestCandidates(context: LayoutContext, wanted: PageLimits): readonly Candidate[] {
  const tried: Candidate[] = []
  const enough = Math.max(wanted.screens, wanted.maxPages)
  const rank = (candidate: Candidate) => rankOf(candidate, wanted.screens)
  for (const lines of context.hasDescriptions ? DESCRIPTION_LINES : [0]) {
    const candidates = tryColumns(context, lines)
    tried.push(...candidates)
    if (candidates.some((candidate) => rank(candidate) <= enough)) break
  }
  const least = Math.min(...tried.map(rank))
  const shortest = tried.filter((candidate) => rank(candidate) === least)
  const calm = shortest.filter(({ isCrowded }) => !isCrowded)
  const best = calm.length > 0 ? calm : shortest
  return best.filter(({ style }) => style.descriptionLines === best[0]?.style.descriptionLines)
}

/**
 * A lower rank is better. Pages are added rather than items separated from their options, or texts cut that are higher than a
 * column.
 */
function rankOf(
  { pagesNeeded, requirements: { maxBreakCost, overflowingColumns } }: Candidate,
  screens: number,
): number {
  const whole = Math.max(screens, Math.ceil(pagesNeeded))
  if (maxBreakCost === SPLIT_ANYWHERE) return whole + (1 + overflowingColumns) * MANY_PAGES
  return maxBreakCost > SPLIT_GROUPS ? whole + MANY_PAGES : whole
}

function tryColumns(context: LayoutContext, descriptionLines: number): Candidate[] {
  return columnCounts(context, context.minTextPx).map((columns) =>
    tryStyle(context, { columns, descriptionLines }),
  )
}

function tryStyle(context: LayoutContext, style: Omit<Style, 'textPx'>): Candidate {
  applyToMeasurer(context, { ...style, textPx: context.minTextPx })
  const [height, measures] = [context.heightFor(context.minTextPx), context.measurer.read()]
  const { columns, ...requirements } = columnsNeeded(measures, height)
  return {
    style,
    pagesNeeded: columns / style.columns,
    requirements,
    isCrowded: crowdedShare(context) > MAX_CROWDED,
  }
}

/** Returns how many of the items in a measurer have a name or marks in several lines, or prices below the name, as a share. */
export function crowdedShare({ measurer }: LayoutContext): number {
  const items = measurer.blocks.filter(({ element }) => element.classList.contains('item'))
  const crowded = items.filter(({ element }) => element.matches('.stacked') || isNameBroken(element))
  return crowded.length / Math.max(1, items.length)
}

/** Returns whether the name of a row and its marks are in several lines. A name has a box for each part between two places to break. */
function isNameBroken(row: HTMLElement): boolean {
  const parts = [...row.querySelectorAll('.name > [dir], .name > .out, .name > .marks')]
  const [first, ...others] = parts.flatMap((part) => [...part.getClientRects()])
  return first !== undefined && others.some(({ top }) => top > first.top + first.height / 2)
}
