import { type Measures, type PageRange, valueAt } from './arrange.ts'
import { heightsOf } from './balance.ts'
import { applyToMeasurer, type LayoutContext, type Style } from './context.ts'

/**
 * The largest line spacing, as a multiple of the smallest. It fills the pages that text of the same size leaves empty. The
 * last of several pages need not be full.
 */
const MAX_SPACING = 18
/** See also `LAST_PAGE_WEIGHT` and `MIN_FILLED_OF_LAST`. */
const MAX_LAST_SPACING = 8
/** Multiples are rounded down to this precision, so that no column is higher than its page. */
const SPACING_STEP = 0.01

/** The positions of blocks with the smallest and with the largest line spacing. In between, heights grow linearly. */
export interface Stretch {
  readonly tight: Measures
  readonly loose: Measures
}

export function stretchOf(context: LayoutContext, style: Style): Stretch {
  applyToMeasurer(context, style, MAX_SPACING)
  const loose = context.measurer.read()
  applyToMeasurer(context, style)
  return { tight: context.measurer.read(), loose }
}

/** Returns the line spacing of each page, as a multiple of the smallest. */
export function spacingsOf(stretch: Stretch, plan: readonly PageRange[], height: number): number[] {
  const isLast = (page: number) => page > 0 && page === plan.length - 1
  return plan.map((range, page) =>
    Math.min(isLast(page) ? MAX_LAST_SPACING : MAX_SPACING, spacingFor(stretch, range, height)),
  )
}

/** Returns the largest line spacing with which the columns of a page fit, as a multiple of the smallest. */
function spacingFor(stretch: Stretch, range: PageRange, height: number): number {
  const loose = heightsOf(stretch.loose, range)
  const shares = heightsOf(stretch.tight, range).map((tight, column) => {
    const growth = valueAt(loose, column) - tight
    return growth > 0 ? (height - tight) / growth : 1
  })
  const share = Math.max(0, Math.min(1, ...shares))
  return 1 + Math.floor((share * (MAX_SPACING - 1)) / SPACING_STEP) * SPACING_STEP
}

/** Returns the heights of the columns of a page with a line spacing. */
export function stretchedHeights(stretch: Stretch, range: PageRange, spacing: number): number[] {
  const loose = heightsOf(stretch.loose, range)
  const share = (spacing - 1) / (MAX_SPACING - 1)
  return heightsOf(stretch.tight, range).map(
    (tight, column) => tight + share * (valueAt(loose, column) - tight),
  )
}
