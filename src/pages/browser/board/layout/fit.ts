import { columnsNeeded, SPLIT_ANYWHERE, SPLIT_GROUPS, type Space, WHOLE_GROUPS } from './arrange.ts'
import { bisect } from './bisect.ts'
import { apply, columnCounts, mostColumns, type Room, type Style } from './room.ts'

/** The most lines of a description. */
const DESCRIPTION_LINES = [4, 2, 0]
/** How many times as large the text must become to justify splitting groups. */
const MIN_GAIN_OF_SPLITTING = 1.18
/** How many times as many pages are acceptable to keep groups whole. */
const MAX_COST_OF_WHOLE_GROUPS = 1.34
/**
 * The largest text on several pages, as a multiple of the smallest. If larger text fitted, there would be
 * fewer pages.
 */
const MAX_SIZE_ON_PAGES = 1.4
/** The precision of the text size, relative to the smallest. Line spacing fills the rest of the height. */
const PRECISION = 0.04

/** The largest line spacing, as a multiple of the smallest. It is used where columns limit the text size. */
const MAX_SPACING = 3
const SPACING_PRECISION = 0.03

/** How a menu is divided: into how many pages, and where a column may start. */
interface Paging {
  readonly pages: number
  readonly maxBreakCost: number
  readonly descriptionLines: number
}

export interface Fit extends Paging, Style {}

/**
 * Finds the largest text in which everything fits on one page for each screen, or on more pages if that text would be too
 * small to read. Smaller text or more pages may keep groups whole.
 */
export function bestFit(room: Room, screens: number): Fit {
  const paging = fewestPages(room, screens)
  const isOnePageEach = paging.pages === screens
  const maxSize = isOnePageEach ? room.maxSize : room.minSize * MAX_SIZE_ON_PAGES
  const best = largest(room, paging, { minSize: room.minSize, maxSize })
  if (!best) return { ...paging, maxBreakCost: SPLIT_ANYWHERE, size: room.minSize, columns: 1 }
  return isOnePageEach ? keepGroupsWhole(room, best) : best
}

function keepGroupsWhole(room: Room, split: Fit): Fit {
  const minSize = Math.max(room.minSize, split.size / MIN_GAIN_OF_SPLITTING)
  return largest(room, { ...split, maxBreakCost: WHOLE_GROUPS }, { minSize, maxSize: split.size }) ?? split
}

/** Returns the fewest pages for the smallest text. Descriptions are shortened, then left out, before there are more pages. */
function fewestPages(room: Room, screens: number): Paging {
  let best: Paging | undefined
  for (const descriptionLines of room.hasDescriptions ? DESCRIPTION_LINES : [0]) {
    const paging = pagesNeeded(room, screens, descriptionLines)
    if (!best || paging.pages < best.pages) best = paging
    if (best.pages === screens) break
  }
  return best ?? { pages: screens, maxBreakCost: SPLIT_ANYWHERE, descriptionLines: 0 }
}

/** Returns how many pages the smallest text needs, at least one for each screen. */
function pagesNeeded(room: Room, screens: number, descriptionLines: number): Paging {
  const columns = mostColumns(room, room.minSize)
  apply(room, { size: room.minSize, columns, descriptionLines })
  const measures = room.ruler.read()
  const pages = (maxBreakCost: number) =>
    Math.max(screens, Math.ceil(columnsNeeded(measures, { height: room.height, maxBreakCost }) / columns))
  const [whole, split] = [pages(WHOLE_GROUPS), pages(SPLIT_GROUPS)]
  if (split === Infinity) {
    return { pages: pages(SPLIT_ANYWHERE), maxBreakCost: SPLIT_ANYWHERE, descriptionLines }
  }
  const isWhole = split > screens && whole <= split * MAX_COST_OF_WHOLE_GROUPS
  return isWhole
    ? { pages: whole, maxBreakCost: WHOLE_GROUPS, descriptionLines }
    : { pages: split, maxBreakCost: SPLIT_GROUPS, descriptionLines }
}

/**
 * Finds the largest text that fits. The most columns hold the most, so they decide about a size; then the fewest that hold
 * everything in that size are taken.
 */
function largest(
  room: Room,
  paging: Paging,
  { minSize, maxSize }: Pick<Room, 'minSize' | 'maxSize'>,
): Fit | undefined {
  const fitIn = (size: number, columns: number) => isFit(room, { ...paging, size, columns })
  const size = bisect(minSize, maxSize, minSize * PRECISION, (tried) =>
    fitIn(tried, mostColumns(room, tried)),
  )
  const columns = columnCounts(room, size).find((count) => fitIn(size, count))
  return columns === undefined ? undefined : { ...paging, size, columns }
}

/** Returns the largest line spacing that fits, as a multiple of the smallest. */
export function bestSpacing(room: Room, fit: Fit): number {
  return bisect(1, MAX_SPACING, SPACING_PRECISION, (spacing) => isFit(room, fit, spacing))
}

function isFit(room: Room, fit: Fit, spacing = 1): boolean {
  apply(room, fit, spacing)
  const space = spaceOf(room, fit)
  return columnsNeeded(room.ruler.read(), space) <= space.columns
}

/** Returns the space of all pages. */
export function spaceOf({ height }: Room, { columns, pages, maxBreakCost }: Fit): Space {
  return { columns: columns * pages, columnsOnPage: columns, height, maxBreakCost }
}
