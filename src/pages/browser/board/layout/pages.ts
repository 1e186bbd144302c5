import type { Block } from '../blocks.ts'
import type { ScreenPart } from '../parameters.ts'
import { at, type PageRange } from './arrange.ts'
import { pageOf } from './columns.ts'
import { headingSpace, type LayoutArea, type Style, setSpacing } from './room.ts'
import { type Stretch, stretchedHeights } from './stretch.ts'

/** How far the headings of a shorter column are moved apart at most, as a share of the space above them. */
const MAX_AIR = 0.5
/** Headings that begin a group; others repeat one. */
const GROUP_HEADINGS = '.heading.level-2:not(.lead)'

/** Blocks that were measured in a style. */
interface LaidOut {
  readonly blocks: readonly Block[]
  readonly stretch: Stretch
  readonly style: Style
  /** How high a column may be. */
  readonly height: number
}

/** Moves the blocks of a range to a page, which has a line spacing of its own. */
export function createPage(
  { blocks, stretch, style, height }: LaidOut,
  range: PageRange,
  spacing: number,
): HTMLElement {
  const page = pageOf(blocks, range.starts, range.to)
  // Until its turn comes, it is not laid out.
  page.hidden = true
  setSpacing(page, style, spacing)
  const heights = stretchedHeights(stretch, range, spacing)
  spread(page, heights, headingSpace(style, spacing))
  const leads = range.starts.map((start) => at(stretch.tight.leads, start))
  shrink(page, heights, leads, height)
  return page
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

/**
 * Makes room in columns that are too high, although they have only what cannot be in several: a name of many lines, read from far.
 * They lose a heading that only repeats one, and are then made smaller. Nothing may lie on the notes.
 */
function shrink(
  page: HTMLElement,
  heights: readonly number[],
  leads: readonly number[],
  height: number,
): void {
  for (const [index, column] of [...page.children].entries()) {
    const columnHeight = at(heights, index)
    if (!(column instanceof HTMLElement) || columnHeight <= height + 1) continue
    const lead = column.querySelector('.lead')
    const isNeeded = lead === null || lead.querySelector('.cell') !== null
    if (!isNeeded) lead.remove()
    const rest = columnHeight - (isNeeded ? 0 : at(leads, index))
    if (rest > height) column.style.transform = `scale(${height / rest})`
  }
}

/** Returns the pages that one of several screens shows. A menu with fewer pages than screens is shown again. */
export function pagesOfPart(
  pages: readonly HTMLElement[],
  { number, of }: ScreenPart,
): readonly HTMLElement[] {
  const first = (screen: number) => Math.floor((screen * pages.length) / of)
  const own = pages.slice(first(number - 1), first(number))
  return own.length > 0 ? own : pages.slice(first(number - 1), first(number - 1) + 1)
}

/** What a frame shows: pages, in the style in which a ruler has measured them. */
export interface ShownPages {
  readonly pages: readonly HTMLElement[]
  readonly ruler: HTMLElement
  readonly isCentred: boolean
  /** Whether there are several pages, of which some may not be ready. */
  readonly areSeveral: boolean
}

/** Puts pages into the frame in place of others. Those that are there already stay untouched. */
export function showPages(
  { frame }: Pick<LayoutArea, 'frame'>,
  { pages, ruler, isCentred, areSeveral }: ShownPages,
): void {
  frame.style.cssText = ruler.style.cssText
  frame.classList.toggle('without-descriptions', ruler.classList.contains('without-descriptions'))
  frame.classList.toggle('centred', isCentred)
  frame.classList.toggle('several', areSeveral)
  const known = new Set<Element>([ruler, ...pages])
  for (const child of [...frame.children]) if (!known.has(child)) child.remove()
  frame.append(...pages.filter((page) => page.parentElement !== frame))
  countGroups(pages)
}

/** Tells the style sheet how many groups are on earlier pages: a look has numbers for them. */
function countGroups(pages: readonly HTMLElement[]): void {
  let count = 0
  for (const page of pages) {
    page.style.setProperty('--groups-before', `${count}`)
    count += page.querySelectorAll(GROUP_HEADINGS).length
  }
}
