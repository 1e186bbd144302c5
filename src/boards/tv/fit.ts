import { createFilling, type Filling, lowest } from './fill.ts'
import type { Style } from './page.ts'
import type { Units } from './units.ts'

/** The smallest text that can be read from where guests stand. */
const SMALLEST_VMIN = 3.7
/** Text sizes, the largest first. */
const SIZES_VMIN = [6.4, 5.8, 5.2, 4.8, 4.4, 4, SMALLEST_VMIN]
/** A narrower column breaks names. */
const MIN_COLUMN_EM = 13
const MAX_COLUMNS = 3
/** A longer name, in characters, would be too high in the narrowest columns. */
const MAX_NAME = 60
const GAP_EM = 1.4
/** A menu with more pages is long: it has the smallest text, and is shown before all its pages are filled. */
const FEW_PAGES = 4
/** Three columns must hold this much more than fewer columns, because they break names more often. */
const NARROW = 1.2
/** The tolerance of the number of pages, estimated from the first page, and of the text size, estimated from its area. */
const TOLERANCE = 1.25

/** The units, and the page that they fill. */
export interface FillSource {
  readonly frame: HTMLElement
  /** Creates new units for columns of a width: the units on the screen stay where they are. */
  readonly createUnits: (widthEm: number) => Units
  readonly longestName: number
  /** The most pages on which all descriptions are kept. */
  readonly maxPages: number
}

/** Finds the fewest pages for a menu, then the most of its descriptions, then the largest text. A long menu is not filled yet. */
export function bestFilling(wanted: FillSource): Filling {
  const { columns, pages: expected } = densest(wanted)
  const fewest = expected > FEW_PAGES ? Infinity : Math.max(1, Math.floor(expected / TOLERANCE))
  for (let pages = fewest; pages <= FEW_PAGES; pages++) {
    const found = fillingOn(pages, wanted)
    if (found) return found
  }
  const descriptions = expected < wanted.maxPages ? 'all' : 'none'
  return start(wanted, { columns, sizeVmin: SMALLEST_VMIN, descriptions }, Infinity).filling
}

/** Returns the columns that hold the most in the smallest text, and the expected number of pages. */
function densest(wanted: FillSource): { columns: number; pages: number } {
  const candidates = columnsFor(wanted, SMALLEST_VMIN, Infinity, 'none').map((columns) => {
    const share = shareOf(wanted, { columns, sizeVmin: SMALLEST_VMIN, descriptions: 'none' })
    return { columns, pages: (columns > 2 ? NARROW : 1) / share }
  })
  return candidates.reduce((best, one) => (one.pages < best.pages ? one : best))
}

/** Returns which share of a menu is on its first page. */
function shareOf(wanted: FillSource, style: Style): number {
  const { filling, count } = start(wanted, style, 1)
  filling.fill(false)
  filling.remove()
  return Math.max(1, filling.placed()) / count
}

function fillingOn(pages: number, wanted: FillSource): Filling | undefined {
  const whole = largest(pages, 'all', SIZES_VMIN, wanted)
  if (whole || pages < wanted.maxPages) return whole
  return largest(pages, 'short', [SMALLEST_VMIN], wanted) ?? largest(pages, 'none', SIZES_VMIN, wanted)
}

/** Fills pages with the largest text; undefined if there is no room for all of a menu. */
function largest(
  pages: number,
  descriptions: Style['descriptions'],
  sizes: readonly number[],
  wanted: FillSource,
): Filling | undefined {
  let limit = Infinity
  for (const sizeVmin of sizes) {
    if (sizeVmin > limit && sizeVmin > SMALLEST_VMIN) continue
    let share = 0
    for (const columns of columnsFor(wanted, sizeVmin, pages, descriptions)) {
      const style = { columns, sizeVmin, descriptions }
      const { filling, count } = start(wanted, style, pages)
      filling.fill(false)
      if (filling.fits() && pages === 1) return filling
      filling.remove()
      if (filling.fits()) return even(wanted, style, pages)
      share = Math.max(share, filling.placed() / count)
    }
    limit = sizeVmin * Math.sqrt(share) * TOLERANCE
  }
  return undefined
}

/** Fills several pages about as high as each other. */
function even(wanted: FillSource, style: Style, pages: number): Filling {
  return lowest(wanted.frame.clientHeight, (height) => start(wanted, style, pages, height).filling)
}

/** Begins to fill pages. The sentence of a law is as large as names, and takes space from them. */
function start(wanted: FillSource, style: Style, maxPages: number, height?: number) {
  const { frame, createUnits } = wanted
  document.body.style.fontSize = `${style.sizeVmin}vmin`
  const units = createUnits(columnEm(frame, style.sizeVmin, style.columns))
  return {
    filling: createFilling(frame, units, { ...style, maxPages, height }),
    count: units.count,
  }
}

/** Returns how many columns are worth trying: on several pages, as many as possible. Descriptions need wide ones. */
function columnsFor(
  { frame, longestName }: FillSource,
  sizeVmin: number,
  pages: number,
  descriptions: Style['descriptions'],
): number[] {
  const most = descriptions === 'none' && longestName <= MAX_NAME ? MAX_COLUMNS : MAX_COLUMNS - 1
  const all = Array.from({ length: most }, (_, index) => index + 1)
  const wide = all.filter((columns) => columns === 1 || columnEm(frame, sizeVmin, columns) >= MIN_COLUMN_EM)
  return pages > 1 && wide.length > 1 ? wide.slice(1) : wide
}

function columnEm({ clientWidth }: HTMLElement, sizeVmin: number, columns: number): number {
  const em = (sizeVmin * Math.min(innerWidth, innerHeight)) / 100
  return (clientWidth / em - GAP_EM * (columns - 1)) / columns
}
