import { columnsNeeded } from './arrange.ts'
import { bestTextSize } from './best-text-size.ts'
import { bestCandidates, type Candidate, type PageLimits } from './candidates.ts'
import { apply, type LayoutContext, largestSize, widthOfColumns } from './context.ts'
import { type Fit, spaceOf } from './space.ts'

/**
 * The largest text on several pages, as a multiple of the smallest. If larger text fitted, there would be
 * fewer pages.
 */
const MAX_SIZE_ON_PAGES = 1.4
/** The precision of the text size, relative to the smallest. Line spacing fills the rest of the height. */
const PRECISION = 0.04
/**
 * A fit that uses more than `share` of the screen is full. Below that, a smaller difference than `difference` does not count.
 */
const FULL = { share: 0.8, difference: 0.05 }

/**
 * Finds columns and a text size together: of all layouts that guests can read, those with the fewest pages, then the fullest,
 * then the one with the largest text.
 */
export function bestFit(context: LayoutContext, wanted: PageLimits): Fit {
  const found: Filled[] = []
  for (const candidate of bestCandidates(context, wanted))
    found.push(largestOf(context, fitOf(context, candidate, wanted), candidate.requirements))
  const largest = found.reduce((best, one) => (isBetter(one, best, context) ? one : best))
  return bestTextSize(context, largest.fit)
}

/** Finds the fit that needs the least space: the one with the smallest text. */
export function smallestFit(context: LayoutContext, wanted: PageLimits): Fit {
  const candidates = bestCandidates(context, wanted)
  const least = candidates.reduce((best, candidate) => (candidate.pages < best.pages ? candidate : best))
  return fitOf(context, least, wanted)
}

/** A fit, and which share of the space for a menu it uses. */
interface Filled {
  readonly fit: Fit
  readonly share: number
}

function fitOf({ minSize }: LayoutContext, { style, pages }: Candidate, { screens }: PageLimits): Fit {
  const whole = Math.max(screens, Math.ceil(pages))
  return { ...style, size: minSize, pages: whole, hasScreenPerPage: whole === screens }
}

/** Returns whether a fit is better than one with more columns: clearly fuller, or else not in smaller text. */
function isBetter(one: Filled, other: Filled, { minSize }: LayoutContext): boolean {
  const fuller = Math.min(FULL.share, one.share) - Math.min(FULL.share, other.share)
  if (Math.abs(fuller) > FULL.difference) return fuller > 0
  return one.fit.size > other.fit.size - PRECISION * minSize
}

/** Finds the largest text in which a fit needs no more pages, and splits no more than its limit. */
function largestOf(context: LayoutContext, fit: Fit, allowed: Candidate['requirements']): Filled {
  const fill = (size: number): Filled => {
    const tried = { ...fit, size }
    return { fit: tried, share: shareOf(context, tried, allowed) }
  }
  let best = fill(context.minSize)
  let tooLarge = fill(Math.max(context.minSize, maxSizeOf(context, fit)))
  if (best.share === 0) return best
  if (tooLarge.share > 0) return tooLarge
  while (tooLarge.fit.size - best.fit.size > PRECISION * context.minSize) {
    const between = fill((best.fit.size + tooLarge.fit.size) / 2)
    if (between.share > 0) best = between
    else tooLarge = between
  }
  return best
}

function maxSizeOf(context: LayoutContext, { hasScreenPerPage, columns }: Fit): number {
  return Math.min(
    hasScreenPerPage ? context.maxSize : context.minSize * MAX_SIZE_ON_PAGES,
    largestSize(context, columns),
  )
}

/** Returns which share of the pages of a fit is used; 0 if they are too few. */
function shareOf(context: LayoutContext, fit: Fit, { limit, broken }: Candidate['requirements']): number {
  apply(context, fit)
  const [space, measures] = [spaceOf(context, fit), context.measurer.read()]
  const needed = columnsNeeded(measures, space.height)
  if (needed.columns > space.columns || needed.limit > limit || needed.broken > broken) return 0
  const height = (measures.bottoms[measures.bottoms.length - 1] ?? 0) - (measures.tops[0] ?? 0)
  return (height / (space.height * space.columns)) * (widthOfColumns(context, fit) / context.width)
}
