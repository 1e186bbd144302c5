import { columnsNeeded, divide, type Space, TORN_GROUPS, WHOLE_GROUPS } from './arrange.ts'
import { bisect } from './bisect.ts'
import type { Block } from './blocks.ts'
import { createRuler, pagesOf, type Ruler } from './columns.ts'

const MAX_COLUMNS = 8
/** Fewer, wider columns are the calmer ones, but hold less. */
const TRIED_COLUMNS = 3
/** In widths of an em: narrower columns break names apart, in wider ones a price is far from its name. */
const MIN_COLUMN = 16
const MAX_COLUMN = 25
const COLUMN_GAP = 2.5
/**
 * In parts of the screen's shorter side, which is the same on a wall whichever way the screen hangs. The smallest
 * text is 0.72 of it, about 1.3 %: what is smaller cannot be read from where guests stand.
 */
const MIN_SIZE = 0.018
const MAX_SIZE = 0.062
/** How much larger the text must become for tearing groups apart to be worth it. */
const WORTH_TEARING = 1.18
/** How many more pages it may take for that. */
const WORTH_PAGES = 1.34
/** How much larger than the smallest the text on several pages can be; otherwise there would be fewer of them. */
const MAX_PAGED = 1.4
/** What is missing to the full height is made up by air. */
const PRECISION = 0.04

/** Where columns are too narrow for larger text, lines may move apart by so much. */
const MAX_AIR = 1.9
const AIR_PRECISION = 0.03

interface Room {
  readonly frame: HTMLElement
  readonly ruler: Ruler
  readonly width: number
  readonly height: number
  readonly minSize: number
  readonly maxSize: number
}

/** What a menu may be divided by: into how many pages, and whether groups may be torn apart. */
interface Paging {
  readonly pages: number
  readonly maxBreakCost: number
}

interface Fit extends Paging {
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
  const fit = bestFit(room)
  apply(room, fit, bestAir(room, fit))
  const starts = divide(ruler.read(), spaceOf(room, fit))
  const pages = pagesOf(blocks, starts, fit.columns)
  frame.replaceChildren(...pages)
  return pages
}

function roomOf(frame: HTMLElement, ruler: Ruler): Room {
  const { clientWidth: width, clientHeight: height } = frame
  const side = Math.min(innerWidth, innerHeight)
  return { frame, ruler, width, height, minSize: side * MIN_SIZE, maxSize: side * MAX_SIZE }
}

/** The largest text in which all of it fits; a bit smaller, or on a page more, if no group is torn apart then. */
function bestFit(room: Room): Fit {
  const [torn, whole] = pagesNeeded(room)
  const isSingle = torn.pages === 1
  const paging = isSingle || whole.pages > torn.pages * WORTH_PAGES ? torn : whole
  const maxSize = isSingle ? room.maxSize : room.minSize * MAX_PAGED
  const best = largest(room, paging, { minSize: room.minSize, maxSize })
  if (!best) return { ...paging, pages: 1, size: room.minSize, columns: 1 }
  return isSingle ? untorn(room, best) : best
}

function untorn(room: Room, torn: Fit): Fit {
  const minSize = Math.max(room.minSize, torn.size / WORTH_TEARING)
  return largest(room, { pages: 1, maxBreakCost: WHOLE_GROUPS }, { minSize, maxSize: torn.size }) ?? torn
}

/** How many pages it takes in the smallest text, with groups torn apart and with all of them whole. */
function pagesNeeded(room: Room): readonly [torn: Paging, whole: Paging] {
  const pages = { torn: Infinity, whole: Infinity }
  for (const columns of columnCounts(room, room.minSize)) {
    apply(room, { size: room.minSize, columns })
    const measures = room.ruler.read()
    const needed = (maxBreakCost: number) =>
      Math.ceil(columnsNeeded(measures, { height: room.height, maxBreakCost }) / columns)
    pages.torn = Math.min(pages.torn, needed(TORN_GROUPS))
    pages.whole = Math.min(pages.whole, needed(WHOLE_GROUPS))
  }
  return [
    { pages: pages.torn, maxBreakCost: TORN_GROUPS },
    { pages: pages.whole, maxBreakCost: WHOLE_GROUPS },
  ]
}

/** A size of text is tried with each number of columns in turn: only another size is expensive to lay out. */
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

/** How far lines may be apart, as a multiple of what they are at least. */
function bestAir(room: Room, fit: Fit): number {
  return bisect(1, MAX_AIR, AIR_PRECISION, (air) => isFit(room, fit, air))
}

function isFit(room: Room, fit: Fit, air = 1): boolean {
  apply(room, fit, air)
  const space = spaceOf(room, fit)
  return columnsNeeded(room.ruler.read(), space) <= space.columns
}

function spaceOf({ height }: Room, { columns, pages, maxBreakCost }: Fit): Space {
  return { columns: columns * pages, height, maxBreakCost }
}

/** How many columns there may be in a size of text: as many as are wide enough, or up to two less. */
function columnCounts({ width }: Room, size: number): number[] {
  const most = Math.floor((width / size + COLUMN_GAP) / (MIN_COLUMN + COLUMN_GAP))
  const counts = Array.from({ length: MAX_COLUMNS }, (_, index) => index + 1)
  return counts.filter((columns) => columns === 1 || columns <= most).slice(-TRIED_COLUMNS)
}

function apply({ frame, width }: Room, { size, columns }: Pick<Fit, 'size' | 'columns'>, air = 1): void {
  const gap = size * COLUMN_GAP
  const column = Math.min(size * MAX_COLUMN, (width - gap * (columns - 1)) / columns)
  frame.style.fontSize = `${size}px`
  frame.style.setProperty('--column', `${column}px`)
  frame.style.setProperty('--gap', `${gap}px`)
  frame.style.setProperty('--air', `${air}`)
}
