import { fillWith } from '../../shared/elements.ts'
import type { Block } from '../blocks.ts'
import type { SmallestText } from '../legible.ts'
import type { ScreenPart } from '../parameters.ts'
import { divide } from './arrange.ts'
import { balance, heightsOf, type PageRange } from './balance.ts'
import { createRuler, endlessPageOf, pageOf } from './columns.ts'
import { bestFit, bestSpacing, type Fit, spaceOf } from './fit.ts'
import { finishLines } from './lines.ts'
import { apply, headingSpace, type Room, roomOf } from './room.ts'

/** How far the headings of a shorter column are moved apart at most, as a share of the space above them. */
const MAX_AIR = 0.5

/**
 * Fills a frame with blocks: in the largest text in which all of them fit, or on several pages if that text
 * would be too small to read.
 * @returns the pages of this screen, all of them in the frame
 */
export function fill(
  frame: HTMLElement,
  blocks: readonly Block[],
  smallest: SmallestText,
  part: ScreenPart = { number: 1, of: 1 },
): HTMLElement[] {
  const ruler = createRuler(blocks)
  fillWith(frame, ruler.element)
  const room = roomOf(frame, ruler, blocks, smallest)
  const fit = bestFit(room, part.of)
  const spacing = bestSpacing(room, fit)
  apply(room, fit, spacing)
  finishLines(ruler.element)
  const all = pagesOf(room, fit, spacing, blocks)
  const pages = pagesOfPart(all, part)
  frame.classList.toggle('centred', all.length === 1 && innerWidth > innerHeight)
  fillWith(frame, ...pages)
  return pages
}

/** Fills a frame with one column that scrolls, on a screen that is held in a hand. */
export function fillEndless(frame: HTMLElement, blocks: readonly Block[]): HTMLElement[] {
  const page = endlessPageOf(blocks)
  frame.removeAttribute('style')
  frame.removeAttribute('class')
  fillWith(frame, page)
  finishLines(frame)
  return [page]
}

function pagesOf(room: Room, fit: Fit, spacing: number, blocks: readonly Block[]): HTMLElement[] {
  const measures = room.ruler.read()
  const space = spaceOf(room, fit)
  const headingSpacePx = headingSpace(fit, spacing)
  return rangesOf(divide(measures, space), fit.columns, blocks.length).map((range) => {
    const starts = balance(measures, range, space)
    const page = pageOf(blocks, starts, range.to)
    spread(page, heightsOf(measures, starts, range.to), headingSpacePx)
    return page
  })
}

/** Returns which blocks are on each page, from the first block of each column. */
function rangesOf(starts: readonly number[], columns: number, count: number): PageRange[] {
  const firsts = starts.filter((_, index) => index % columns === 0)
  return firsts.map((from, page) => ({
    from,
    to: firsts[page + 1] ?? count,
    starts: starts.slice(page * columns, (page + 1) * columns),
  }))
}

/** Moves the headings of shorter columns apart, a little at most. The rest of the space stays at the bottom. */
function spread(page: HTMLElement, heights: readonly number[], headingSpacePx: number): void {
  const highest = Math.max(...heights)
  heights.forEach((height, index) => {
    const column = page.children[index]
    const gaps = column?.querySelectorAll('.rows + .heading').length ?? 0
    if (!(column instanceof HTMLElement) || gaps === 0) return
    const airPx = Math.min(MAX_AIR * headingSpacePx, (highest - height) / gaps)
    column.style.setProperty('--air', `${airPx}px`)
  })
}

/** Returns the pages that one of several screens shows. A menu with fewer pages than screens is shown again. */
function pagesOfPart(pages: readonly HTMLElement[], { number, of }: ScreenPart): HTMLElement[] {
  const first = (screen: number) => Math.floor((screen * pages.length) / of)
  const own = pages.slice(first(number - 1), first(number))
  return own.length > 0 ? own : pages.slice(first(number - 1), first(number - 1) + 1)
}
