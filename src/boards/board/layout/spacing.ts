import { heightsOf, type PageRange } from './divide.ts'
import type { Layout } from './layout.ts'
import { type HiddenPage, type Measures, measure } from './measure.ts'

/** The largest space between lines, as a multiple of the smallest. Such space fills what the text leaves empty on a page. */
const MAX_SPACING = 18
/** Multiples are rounded down to this precision, so that no column is higher than its page. */
const SPACING_STEP = 0.01

/** The positions of blocks with the smallest and with the largest line spacing. In between, heights grow linearly. */
export interface Stretch {
  readonly tight: Measures
  readonly loose: Measures
}

export function stretchOf(hiddenPage: HiddenPage, layout: Layout): Stretch {
  return { tight: measure(hiddenPage, layout), loose: measure(hiddenPage, layout, MAX_SPACING) }
}

/** Returns the largest line spacing with which the columns of a page fit, as a multiple of the smallest. */
export function largestSpacing(stretch: Stretch, range: PageRange, height: number): number {
  const loose = heightsOf(stretch.loose, range)
  const shares = heightsOf(stretch.tight, range).map((tight, column) => {
    const growth = (loose[column] ?? 0) - tight
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
    (tight, column) => tight + share * ((loose[column] ?? 0) - tight),
  )
}
