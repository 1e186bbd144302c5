import {
  columnsNeeded,
  SPLIT_ANYWHERE,
  SPLIT_GROUPS,
  SPLIT_ITEMS,
  type Space,
  WHOLE_GROUPS,
} from './arrange.ts'
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

const MANY_PAGES = 1e6

/** How a menu is divided: into how many pages, of how many columns, and where a column may start. */
interface Paging extends Pick<Style, 'isWide'> {
  readonly pages: number
  readonly columns: number
  readonly maxBreakCost: number
  readonly descriptionLines: number
}

export interface Fit extends Paging, Style {}

/**
 * Finds the largest text in which everything fits on one page for each screen, or on more pages if that text would be too
 * small to read. Smaller text or more pages may keep groups whole.
 */
export async function bestFit(room: Room, screens: number): Promise<Fit> {
  const smallest = await smallestFit(room, screens)
  if (smallest.maxBreakCost === SPLIT_ANYWHERE) return smallest
  const isOnePageEach = smallest.pages === screens
  const maxSize = isOnePageEach ? room.maxSize : room.minSize * MAX_SIZE_ON_PAGES
  const best = (await largest(room, smallest, { minSize: room.minSize, maxSize })) ?? smallest
  return isOnePageEach ? keepGroupsWhole(room, best) : best
}

/** Finds what needs the fewest pages, which is the smallest text. */
export async function smallestFit(room: Room, screens: number): Promise<Fit> {
  return { ...(await fewestPages(room, screens)), size: room.minSize }
}

async function keepGroupsWhole(room: Room, split: Fit): Promise<Fit> {
  const minSize = Math.max(room.minSize, split.size / MIN_GAIN_OF_SPLITTING)
  const whole = { ...split, maxBreakCost: WHOLE_GROUPS }
  return (await largest(room, whole, { minSize, maxSize: split.size })) ?? split
}

/** Returns the fewest pages for the smallest text. Descriptions are shortened, then left out, before there are more pages. */
async function fewestPages(room: Room, screens: number): Promise<Paging> {
  const columns = mostColumns(room, room.minSize)
  let best: Paging = { pages: Infinity, columns, maxBreakCost: SPLIT_ANYWHERE, descriptionLines: 0 }
  for (const descriptionLines of room.hasDescriptions ? DESCRIPTION_LINES : [0]) {
    const paging = await pagesNeeded(room, screens, { columns, descriptionLines })
    if (rankOf(paging) < rankOf(best)) best = paging
    if (rankOf(best) === screens) break
  }
  return best
}

/** The lower, the better. More pages are better than text that is higher than a column. */
function rankOf({ pages, maxBreakCost }: Paging): number {
  return maxBreakCost === SPLIT_ANYWHERE ? pages + MANY_PAGES : pages
}

/** Returns how many pages the smallest text needs, at least one for each screen. */
async function pagesNeeded(room: Room, screens: number, style: Omit<Style, 'size'>): Promise<Paging> {
  const { columns } = style
  apply(room, { ...style, size: room.minSize })
  const [height, measures] = [room.heightFor(room.minSize), room.ruler.read()]
  await room.pause()
  const pages = (maxBreakCost: number) =>
    Math.max(screens, Math.ceil(columnsNeeded(measures, { height, maxBreakCost }) / columns))
  const [whole, split] = [pages(WHOLE_GROUPS), pages(SPLIT_GROUPS)]
  if (split === Infinity) {
    const items = pages(SPLIT_ITEMS)
    if (items < Infinity) return { ...style, pages: items, maxBreakCost: SPLIT_ITEMS }
    // In wider columns, rows are lower.
    if (columns > 1) return pagesNeeded(room, screens, { ...style, columns: columns - 1 })
    if (!style.isWide) return pagesNeeded(room, screens, { ...style, isWide: true })
    return { ...style, pages: pages(SPLIT_ANYWHERE), maxBreakCost: SPLIT_ANYWHERE }
  }
  const isWhole = split > screens && whole <= split * MAX_COST_OF_WHOLE_GROUPS
  return isWhole
    ? { ...style, pages: whole, maxBreakCost: WHOLE_GROUPS }
    : { ...style, pages: split, maxBreakCost: SPLIT_GROUPS }
}

/**
 * Finds the largest text that fits. The most columns hold the most, so they decide about a size; then the fewest that hold
 * everything in that size are taken.
 */
async function largest(
  room: Room,
  paging: Paging,
  { minSize, maxSize }: Pick<Room, 'minSize' | 'maxSize'>,
): Promise<Fit | undefined> {
  const limited = { ...room, maxColumns: Math.min(room.maxColumns, paging.columns) }
  const fitIn = (size: number, columns: number) => isFit(room, { ...paging, size, columns })
  const size = await bisect(minSize, maxSize, minSize * PRECISION, (tried) =>
    fitIn(tried, mostColumns(limited, tried)),
  )
  for (const columns of columnCounts(limited, size)) {
    if (await fitIn(size, columns)) return { ...paging, size, columns }
  }
  return undefined
}

/** Returns the largest line spacing that fits, as a multiple of the smallest. */
export function bestSpacing(room: Room, fit: Fit): Promise<number> {
  return bisect(1, MAX_SPACING, SPACING_PRECISION, (spacing) => isFit(room, fit, spacing))
}

async function isFit(room: Room, fit: Fit, spacing = 1): Promise<boolean> {
  apply(room, fit, spacing)
  const [space, measures] = [spaceOf(room, fit), room.ruler.read()]
  await room.pause()
  return columnsNeeded(measures, space) <= space.columns
}

/** Returns the space of all pages. */
export function spaceOf({ heightFor }: Room, { size, columns, pages, maxBreakCost }: Fit): Space {
  return { columns: columns * pages, columnsOnPage: columns, height: heightFor(size), maxBreakCost }
}
