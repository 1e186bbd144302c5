import { at, type Measures, type PageRange } from './arrange.ts'
import { heightsOf } from './balance.ts'
import { apply, type Room, type Style } from './room.ts'

/**
 * The largest line spacing, as a multiple of the smallest. It fills the pages that text of the same size leaves empty; what is
 * left over for the last of several pages need not fill it.
 */
const MAX_SPACING = 18
const MAX_LAST_SPACING = 8
/** A multiple is rounded down to it, so that no column is higher than its page. */
const PRECISION = 0.01

/** Where blocks are with the smallest and with the largest line spacing. From one to the other, heights grow evenly. */
export interface Stretch {
  readonly tight: Measures
  readonly loose: Measures
}

/** Measures the blocks in a ruler. */
export function stretchOf(room: Room, style: Style): Stretch {
  apply(room, style, MAX_SPACING)
  const loose = room.ruler.read()
  apply(room, style)
  return { tight: room.ruler.read(), loose }
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
  const loose = heightsIn(stretch.loose, range)
  const shares = heightsIn(stretch.tight, range).map((tight, column) => {
    const growth = at(loose, column) - tight
    return growth > 0 ? (height - tight) / growth : 1
  })
  const share = Math.max(0, Math.min(1, ...shares))
  return 1 + Math.floor((share * (MAX_SPACING - 1)) / PRECISION) * PRECISION
}

/** Returns the heights of the columns of a page with a line spacing. */
export function stretchedHeights(stretch: Stretch, range: PageRange, spacing: number): number[] {
  const loose = heightsIn(stretch.loose, range)
  const share = (spacing - 1) / (MAX_SPACING - 1)
  return heightsIn(stretch.tight, range).map((tight, column) => tight + share * (at(loose, column) - tight))
}

function heightsIn(measures: Measures, { starts, to }: PageRange): number[] {
  return heightsOf(measures, starts, to)
}
