import { replaceChildrenOf } from '../../../browser/elements.ts'
import type { ScreenPart } from '../../shared/parameters.ts'
import type { Block } from '../blocks.ts'
import { type PageRange, valueAt } from './arrange.ts'
import { headingSpace, type LayoutArea, type Style, setSpacing } from './context.ts'
import { pageOf } from './measurer.ts'
import { type Stretch, stretchedHeights } from './stretch.ts'

/** How far the headings of a shorter column are moved apart at most, as a share of the space above a heading. */
const MAX_EXTRA_SPACE = 0.5
/** Headings that begin a group; others repeat one. */
const GROUP_HEADINGS = '.heading.level-2:not(.repeated)'

/** Blocks that were measured in a style. */
interface LaidOut {
  readonly blocks: readonly Block[]
  readonly stretch: Stretch
  readonly style: Style
  /** The greatest height of a column. */
  readonly height: number
}

/** Moves the blocks of a range to a page, which has a line spacing of its own. */
export function createPage(
  { blocks, stretch, style, height }: LaidOut,
  range: PageRange,
  spacing: number,
): HTMLElement {
  const page = pageOf(blocks, range.starts, range.to)
  // The browser does not lay a page out before it is shown.
  page.hidden = true
  setSpacing(page, style, spacing)
  const heights = stretchedHeights(stretch, range, spacing)
  moveHeadingsApart(page, heights, headingSpace(style, spacing))
  const leads = range.starts.map((start) => valueAt(stretch.tight.repeatedHeadings, start))
  shrink(page, heights, leads, height)
  return page
}

/** Moves the headings of shorter columns apart, a little at most. The rest of the space stays at the bottom. */
function moveHeadingsApart(page: HTMLElement, heights: readonly number[], headingSpacePx: number): void {
  const highest = Math.max(...heights)
  heights.forEach((height, index) => {
    const column = page.children[index]
    const gaps = column?.querySelectorAll('.rows + .heading').length ?? 0
    if (!(column instanceof HTMLElement) || gaps === 0) return
    const extraPx = Math.min(MAX_EXTRA_SPACE * headingSpacePx, (highest - height) / gaps)
    column.style.setProperty('--extra-space', `${extraPx}px`)
  })
}

/**
 * Shrinks columns that are too high although they cannot be divided, such as a name of many lines in large text. They lose a
 * repeated heading, and are then made smaller, so that they do not cover the footnotes.
 */
function shrink(
  page: HTMLElement,
  heights: readonly number[],
  leads: readonly number[],
  height: number,
): void {
  for (const [index, column] of [...page.children].entries()) {
    const columnHeight = valueAt(heights, index)
    if (!(column instanceof HTMLElement) || columnHeight <= height + 1) continue
    const heading = column.querySelector('.repeated')
    const isNeeded = heading === null || heading.querySelector('.cell') !== null
    if (!isNeeded) heading.remove()
    const rest = columnHeight - (isNeeded ? 0 : valueAt(leads, index))
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

/** The pages that a frame shows, in the style in which a measurer has measured them. */
export interface ShownPages {
  readonly pages: readonly HTMLElement[]
  readonly measurer: HTMLElement
  readonly isCentred: boolean
}

/** Puts pages into the frame in place of others. */
export function showPages(
  { frame }: Pick<LayoutArea, 'frame'>,
  { pages, measurer, isCentred }: ShownPages,
): void {
  frame.style.cssText = measurer.style.cssText
  frame.classList.toggle('without-descriptions', measurer.classList.contains('without-descriptions'))
  frame.classList.toggle('centred', isCentred)
  frame.classList.toggle('several', pages.length > 1)
  replaceChildrenOf(frame, ...pages)
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
