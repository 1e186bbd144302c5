import { columnsNeeded } from './arrange.ts'
import { bestTextSize } from './best-text-size.ts'
import { bestCandidates, type Candidate, type PageLimits } from './candidates.ts'
import {
  applyToMeasurer,
  type LayoutContext,
  type MenuLayout,
  maxTextPxFor,
  spaceOf,
  widthOfColumns,
} from './context.ts'

/**
 * The largest text on several pages, as a multiple of the smallest. If larger text fitted, there would be
 * fewer pages.
 */
const MAX_SCALE_ON_PAGES = 1.4
/** The largest text is found to this share of the smallest text. Line spacing fills the rest of the height. */
const TEXT_STEP = 0.04
/** A layout that uses this share of the screen counts as full. */
const FULL_SHARE = 0.8
/** Layouts whose shares differ by less count as equally full. */
const MIN_DIFFERENCE = 0.05

/**
 * Finds columns and a text size together: of all layouts that guests can read, those with the fewest pages, then the fullest,
 * then the one with the largest text.
 */
export function bestLayout(context: LayoutContext, wanted: PageLimits): MenuLayout {
  const found: Filled[] = []
  for (const candidate of bestCandidates(context, wanted))
    found.push(largestOf(context, layoutOf(context, candidate, wanted), candidate.requirements))
  const largest = found.reduce((best, one) => (isBetter(one, best, context) ? one : best))
  return bestTextSize(context, largest.layout)
}

/** Finds the layout that needs the least space: the one with the smallest text. */
export function smallestLayout(context: LayoutContext, wanted: PageLimits): MenuLayout {
  const candidates = bestCandidates(context, wanted)
  const least = candidates.reduce((best, candidate) =>
    candidate.pagesNeeded < best.pagesNeeded ? candidate : best,
  )
  return layoutOf(context, least, wanted)
}

/** A layout, and which share of the space for a menu it uses. */
interface Filled {
  readonly layout: MenuLayout
  readonly usedShare: number
}

function layoutOf(
  { minTextPx }: LayoutContext,
  { style, pagesNeeded }: Candidate,
  { screens }: PageLimits,
): MenuLayout {
  const whole = Math.max(screens, Math.ceil(pagesNeeded))
  return { ...style, textPx: minTextPx, pages: whole, hasScreenPerPage: whole === screens }
}

/** Returns whether a layout is better than one with more columns: clearly fuller, or else not in smaller text. */
function isBetter(one: Filled, other: Filled, { minTextPx }: LayoutContext): boolean {
  const fuller = Math.min(FULL_SHARE, one.usedShare) - Math.min(FULL_SHARE, other.usedShare)
  if (Math.abs(fuller) > MIN_DIFFERENCE) return fuller > 0
  return one.layout.textPx > other.layout.textPx - TEXT_STEP * minTextPx
}

/** Finds the largest text in which a layout needs no more pages, and no break that costs more. */
function largestOf(context: LayoutContext, layout: MenuLayout, allowed: Candidate['requirements']): Filled {
  const tryText = (textPx: number): Filled => {
    const tried = { ...layout, textPx }
    return { layout: tried, usedShare: usedShareOf(context, tried, allowed) }
  }
  let best = tryText(context.minTextPx)
  let tooLarge = tryText(Math.max(context.minTextPx, maxTextPxOf(context, layout)))
  if (best.usedShare === 0) return best
  if (tooLarge.usedShare > 0) return tooLarge
  while (tooLarge.layout.textPx - best.layout.textPx > TEXT_STEP * context.minTextPx) {
    const between = tryText((best.layout.textPx + tooLarge.layout.textPx) / 2)
    if (between.usedShare > 0) best = between
    else tooLarge = between
  }
  return best
}

function maxTextPxOf(context: LayoutContext, { hasScreenPerPage, columns }: MenuLayout): number {
  return Math.min(
    hasScreenPerPage ? context.maxTextPx : context.minTextPx * MAX_SCALE_ON_PAGES,
    maxTextPxFor(context, columns),
  )
}

/** Returns which share of the pages of a layout is used; 0 if they are too few. */
function usedShareOf(
  context: LayoutContext,
  layout: MenuLayout,
  { maxBreakCost, overflowingColumns }: Candidate['requirements'],
): number {
  applyToMeasurer(context, layout)
  const [space, measures] = [spaceOf(context, layout), context.measurer.read()]
  const needed = columnsNeeded(measures, space.height)
  if (
    needed.columns > space.columnsOnAllPages ||
    needed.maxBreakCost > maxBreakCost ||
    needed.overflowingColumns > overflowingColumns
  )
    return 0
  const height = (measures.bottoms[measures.bottoms.length - 1] ?? 0) - (measures.tops[0] ?? 0)
  return (
    (height / (space.height * space.columnsOnAllPages)) * (widthOfColumns(context, layout) / context.width)
  )
}
