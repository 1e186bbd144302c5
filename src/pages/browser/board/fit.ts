import { columnsNeeded, divide, TORN_GROUPS, WHOLE_GROUPS } from './arrange.ts'
import type { Block } from './blocks.ts'
import { createRuler, pagesOf, type Ruler } from './columns.ts'

const MAX_COLUMNS = 8
/** In widths of an em: narrower columns break names apart, in wider ones a price is far from its name. */
const MIN_COLUMN = 17
const MAX_COLUMN = 25
const COLUMN_GAP = 2.5
/**
 * In parts of the screen's shorter side, which is the same on a wall whichever way the screen hangs. The smallest
 * text is 0.72 of it, about 1.3 %: what is smaller cannot be read from where guests stand.
 */
const MIN_SIZE = 0.018
const MAX_SIZE = 0.062
/** How much larger the text must become for one more column, or for tearing groups apart, to be worth it. */
const WORTH_A_COLUMN = 1.03
const WORTH_TEARING = 1.18
const PRECISION_PX = 0.5

interface Room {
  readonly frame: HTMLElement
  readonly ruler: Ruler
  readonly width: number
  readonly height: number
  readonly minSize: number
  readonly maxSize: number
}

interface Fit {
  readonly size: number
  readonly columns: number
}

/**
 * Fills a frame with blocks: in the largest text in which all of it fits, or on several pages where that would be
 * too small to read. @returns the pages, all of them in the frame
 */
export function fill(frame: HTMLElement, blocks: readonly Block[]): HTMLElement[] {
  const ruler = createRuler(blocks)
  frame.replaceChildren(ruler.element)
  const room = roomOf(frame, ruler)
  const pages = pagesNeeded(room)
  const { size, columns } = bestFit(room, pages)
  apply(room, size, columns)
  const starts = divide(ruler.read(), columns * pages, room.height)
  const made = pagesOf(blocks, starts, columns)
  frame.replaceChildren(...made)
  return made
}

function roomOf(frame: HTMLElement, ruler: Ruler): Room {
  const { clientWidth: width, clientHeight: height } = frame
  const side = Math.min(innerWidth, innerHeight)
  return { frame, ruler, width, height, minSize: side * MIN_SIZE, maxSize: side * MAX_SIZE }
}

/** How many pages it takes in the smallest text. */
function pagesNeeded(room: Room): number {
  const counts = columnCounts(room, room.minSize).map((columns) => {
    apply(room, room.minSize, columns)
    return Math.ceil(columnsNeeded(room.ruler.read(), room.height, TORN_GROUPS) / columns)
  })
  const least = Math.min(...counts)
  return Number.isFinite(least) ? least : 1
}

/** The largest text for a number of pages; a bit smaller, if no group is torn apart then. */
function bestFit(room: Room, pages: number): Fit {
  const torn = largest(room, pages, TORN_GROUPS, room.minSize) ?? { size: room.minSize, columns: 1 }
  return largest(room, pages, WHOLE_GROUPS, Math.max(room.minSize, torn.size / WORTH_TEARING)) ?? torn
}

function largest(room: Room, pages: number, maxBreakCost: number, minSize: number): Fit | undefined {
  let best: Fit | undefined
  for (const columns of columnCounts(room, minSize)) {
    const fits = (size: number) => {
      apply(room, size, columns)
      return columnsNeeded(room.ruler.read(), room.height, maxBreakCost) <= columns * pages
    }
    const least = best ? best.size * WORTH_A_COLUMN : minSize
    const most = Math.max(room.minSize, Math.min(room.maxSize, sizeForColumns(room, columns)))
    if (least <= most && fits(least)) best = { size: bisect(fits, least, most), columns }
  }
  return best
}

/** How many columns there may be in a size of text; one at least. */
function columnCounts(room: Room, size: number): number[] {
  const counts = Array.from({ length: MAX_COLUMNS }, (_, index) => index + 1)
  return counts.filter((columns) => columns === 1 || sizeForColumns(room, columns) >= size)
}

/** The largest text that leaves a number of columns wide enough. */
function sizeForColumns({ width }: Room, columns: number): number {
  return width / (columns * MIN_COLUMN + (columns - 1) * COLUMN_GAP)
}

function bisect(fits: (size: number) => boolean, least: number, most: number): number {
  if (fits(most)) return most
  let [low, high] = [least, most]
  while (high - low > PRECISION_PX) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

function apply({ frame, width }: Room, size: number, columns: number): void {
  const gap = size * COLUMN_GAP
  const column = Math.min(size * MAX_COLUMN, (width - gap * (columns - 1)) / columns)
  frame.style.fontSize = `${size}px`
  frame.style.setProperty('--column', `${column}px`)
  frame.style.setProperty('--gap', `${gap}px`)
}
