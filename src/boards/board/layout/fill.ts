import { replaceChildrenOf } from '../../../browser/elements.ts'
import type { Block } from '../blocks.ts'
import { bestLayout } from './best-layout.ts'
import { applyLayout, type LayoutOptions } from './layout.ts'
import { markLeaders } from './leaders.ts'
import { pageOf, withHiddenPage } from './measure.ts'
import { createPages, pagesOfPart } from './pages.ts'

/** A menu with more blocks has the smallest text: to find a larger one, all blocks would be laid out many times. */
const MAX_BLOCKS_FOR_LARGE_TEXT = 400
/** The first blocks of a longer menu, by which its layout is chosen. They are more than fit on a page. */
const SAMPLE_BLOCKS = 200
/** Headings that begin a group; others repeat one. */
const GROUP_HEADINGS = '.heading.level-2:not(.repeated)'

/** The pages in a frame, and the size of their text. */
export interface FilledFrame {
  readonly pages: readonly HTMLElement[]
  readonly textPx: number
}

/**
 * Fills the frame with the blocks of a menu, in these steps:
 * 1. `bestLayout` chooses columns and a text size: it measures the blocks in many layouts, in a hidden page.
 * 2. `divide` finds which blocks are in which column of which page.
 * 3. `largestSpacing` moves the lines of each page apart, until its highest column is as high as the page.
 * 4. `createPages` moves the blocks to their pages.
 */
export function fillPages(options: LayoutOptions, blocks: readonly Block[]): FilledFrame {
  const { frame } = options
  const sample = blocks.length > MAX_BLOCKS_FOR_LARGE_TEXT ? blocks.slice(0, SAMPLE_BLOCKS) : blocks
  const share = sample.length / blocks.length
  const layout = withHiddenPage(frame, sample, (hiddenPage) => bestLayout(options, hiddenPage, share))
  const pages = withHiddenPage(frame, blocks, (hiddenPage) => createPages(options, hiddenPage, layout))
  const ownPages = pagesOfPart(pages, options.part)
  applyLayout(frame, layout)
  frame.classList.toggle('centred', pages.length === 1 && innerWidth > innerHeight)
  frame.classList.toggle('several', ownPages.length > 1)
  replaceChildrenOf(frame, ...ownPages)
  countGroups(ownPages)
  return { pages: ownPages, textPx: layout.textPx }
}

/** Tells the style sheet how many groups are on earlier pages, because a look may number the groups. */
function countGroups(pages: readonly HTMLElement[]): void {
  let count = 0
  for (const page of pages) {
    page.style.setProperty('--groups-before', `${count}`)
    count += page.querySelectorAll(GROUP_HEADINGS).length
  }
}

/** Fills the frame with one column that scrolls, on a screen that is held in a hand. */
export function fillScrolling(frame: HTMLElement, blocks: readonly Block[]): FilledFrame {
  const page = pageOf(blocks, [0], blocks.length)
  replaceChildrenOf(frame, page)
  markLeaders(blocks, page)
  return { pages: [page], textPx: Number.parseFloat(getComputedStyle(page).fontSize) }
}
