import { fillWith } from '../../shared/elements.ts'
import type { Block } from '../blocks.ts'
import { columnsNeeded, divide, SPLIT_GROUPS, type Space, WHOLE_GROUPS } from './arrange.ts'
import { bisect } from './bisect.ts'
import { createRuler, pagesOf, type Ruler } from './columns.ts'

const MAX_COLUMNS = 8
/** How many column counts are tried. Fewer, wider columns look calmer, but hold less. */
const TRIED_COLUMNS = 3
/** In em. In narrower columns names are broken apart, in wider columns a price is far from its name. */
const MIN_COLUMN = 16
const MAX_COLUMN = 25
const COLUMN_GAP = 2.5
/**
 * The base text size, as a fraction of the screen's shorter side, which is the same in either orientation.
 * The smallest text is 0.72 of it, about 1.3 % of the side: smaller text cannot be read from where guests
 * stand.
 */
const MIN_SIZE = 0.018
const MAX_SIZE = 0.062
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
const MAX_SPACING = 1.9
const SPACING_PRECISION = 0.03

interface Room {
  readonly frame: HTMLElement
  readonly ruler: Ruler
  readonly width: number
  readonly height: number
  readonly minSize: number
  readonly maxSize: number
}

/** How a menu is divided: into how many pages, and whether groups may be split. */
interface Paging {
  readonly pages: number
  readonly maxBreakCost: number
}

interface Fit extends Paging {
  readonly size: number
  readonly columns: number
}

/**
 * Fills a frame with blocks: in the largest text in which all of them fit, or on several pages if that text
 * would be too small to read.
 * @returns the pages, all of them in the frame
 */
export function fill(frame: HTMLElement, blocks: readonly Block[]): HTMLElement[] {
  const ruler = createRuler(blocks)
  fillWith(frame, ruler.element)
  const room = roomOf(frame, ruler)
  const fit = bestFit(room)
  apply(room, fit, bestSpacing(room, fit))
  const starts = divide(ruler.read(), spaceOf(room, fit))
  const pages = pagesOf(blocks, starts, fit.columns)
  fillWith(frame, ...pages)
  return pages
}

function roomOf(frame: HTMLElement, ruler: Ruler): Room {
  const { clientWidth: width, clientHeight: height } = frame
  const side = Math.min(innerWidth, innerHeight)
  return { frame, ruler, width, height, minSize: side * MIN_SIZE, maxSize: side * MAX_SIZE }
}

/** Finds the largest text in which everything fits. Smaller text or more pages may keep groups whole. */
function bestFit(room: Room): Fit {
  const [split, whole] = pagesNeeded(room)
  const isSingle = split.pages === 1
  const paging = isSingle || whole.pages > split.pages * MAX_COST_OF_WHOLE_GROUPS ? split : whole
  const maxSize = isSingle ? room.maxSize : room.minSize * MAX_SIZE_ON_PAGES
  const best = largest(room, paging, { minSize: room.minSize, maxSize })
  if (!best) return { ...paging, pages: 1, size: room.minSize, columns: 1 }
  return isSingle ? keepGroupsWhole(room, best) : best
}

function keepGroupsWhole(room: Room, split: Fit): Fit {
  const minSize = Math.max(room.minSize, split.size / MIN_GAIN_OF_SPLITTING)
  return largest(room, { pages: 1, maxBreakCost: WHOLE_GROUPS }, { minSize, maxSize: split.size }) ?? split
}

/** Returns how many pages the smallest text needs, with groups split and with groups kept whole. */
function pagesNeeded(room: Room): readonly [split: Paging, whole: Paging] {
  const pages = { split: Infinity, whole: Infinity }
  for (const columns of columnCounts(room, room.minSize)) {
    apply(room, { size: room.minSize, columns })
    const measures = room.ruler.read()
    const needed = (maxBreakCost: number) =>
      Math.ceil(columnsNeeded(measures, { height: room.height, maxBreakCost }) / columns)
    pages.split = Math.min(pages.split, needed(SPLIT_GROUPS))
    pages.whole = Math.min(pages.whole, needed(WHOLE_GROUPS))
  }
  return [
    { pages: pages.split, maxBreakCost: SPLIT_GROUPS },
    { pages: pages.whole, maxBreakCost: WHOLE_GROUPS },
  ]
}

/**
 * Finds the largest text that fits. Each text size is tried with every number of columns, because only a
 * change of the size is expensive to lay out.
 */
function largest(room: Room, paging: Paging, { minSize, maxSize }: Pick<Room, 'minSize' | 'maxSize'>) {
  let best: Fit | undefined
  bisect(minSize, maxSize, minSize * PRECISION, (size) => {
    const fits = columnCounts(room, size).map((columns) => ({ ...paging, size, columns }))
    const found = fits.find((fit) => isFit(room, fit))
    best = found ?? best
    return found !== undefined
  })
  return best
}

/** Returns the largest line spacing that fits, as a multiple of the smallest. */
function bestSpacing(room: Room, fit: Fit): number {
  return bisect(1, MAX_SPACING, SPACING_PRECISION, (spacing) => isFit(room, fit, spacing))
}

function isFit(room: Room, fit: Fit, spacing = 1): boolean {
  apply(room, fit, spacing)
  const space = spaceOf(room, fit)
  return columnsNeeded(room.ruler.read(), space) <= space.columns
}

function spaceOf({ height }: Room, { columns, pages, maxBreakCost }: Fit): Space {
  return { columns: columns * pages, height, maxBreakCost }
}

/** Returns the column counts to try for a text size: the most that are wide enough, and up to two fewer. */
function columnCounts({ width }: Room, size: number): number[] {
  const most = Math.floor((width / size + COLUMN_GAP) / (MIN_COLUMN + COLUMN_GAP))
  const counts = Array.from({ length: MAX_COLUMNS }, (_, index) => index + 1)
  return counts.filter((columns) => columns === 1 || columns <= most).slice(-TRIED_COLUMNS)
}

function apply({ frame, width }: Room, { size, columns }: Pick<Fit, 'size' | 'columns'>, spacing = 1): void {
  const gap = size * COLUMN_GAP
  const column = Math.min(size * MAX_COLUMN, (width - gap * (columns - 1)) / columns)
  frame.style.fontSize = `${size}px`
  frame.style.setProperty('--column', `${column}px`)
  frame.style.setProperty('--gap', `${gap}px`)
  frame.style.setProperty('--spacing', `${spacing}`)
}
