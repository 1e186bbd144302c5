import type { Block, Blocks } from '../blocks.ts'
import { valueAt } from './arrange.ts'
import {
  applyToMeasurer,
  contextOf,
  type LayoutArea,
  type LayoutContext,
  type MenuLayout,
  spaceOf,
} from './context.ts'
import { markLeaders } from './leaders.ts'
import { createMeasurer, pageOf } from './measurer.ts'
import { bestLayout, smallestLayout } from './menu-layout.ts'
import { createPage, pagesOfPart, showPages } from './pages.ts'
import { planOf } from './plan.ts'
import { spacingsOf, stretchOf } from './stretch.ts'

/** A menu with more blocks has the smallest text: to find a larger one, all blocks would be laid out many times. */
const MAX_BLOCKS_FOR_LARGE_TEXT = 400
/** The blocks of a longer menu by which its layout is chosen. They are more than fit on a page. */
const BLOCKS_OF_FIRST_PART = 200

/** The pages in a frame, and the size of their text. */
export interface FilledFrame {
  readonly pages: readonly HTMLElement[]
  readonly textPx: number
}

/**
 * Fills the frame with the blocks of a menu: in the largest text in which all of them fit, or on several pages if that text
 * would be too small to read.
 */
export function fillPages(area: LayoutArea, { inOrder }: Blocks): FilledFrame {
  const isLong = inOrder.length > MAX_BLOCKS_FOR_LARGE_TEXT
  const measurer = createMeasurer(isLong ? inOrder.slice(0, BLOCKS_OF_FIRST_PART) : inOrder)
  area.frame.append(measurer.element)
  try {
    const context = contextOf(area, measurer)
    const layout = layoutFor(area, context, isLong ? BLOCKS_OF_FIRST_PART / inOrder.length : 1)
    if (isLong) measurer.setBlocks(inOrder)
    applyToMeasurer(context, layout)
    markLeaders(measurer.blocks, measurer.element)
    const pages = allPages(context, layout)
    const isCentred = pages.length === 1 && innerWidth > innerHeight
    const ownPages = pagesOfPart(pages, area.part)
    showPages(area, { pages: ownPages, measurer: measurer.element, isCentred })
    return { pages: ownPages, textPx: layout.textPx }
  } finally {
    measurer.element.remove()
  }
}

/** @param measuredShare the share of the menu that is in the measurer */
function layoutFor(area: LayoutArea, context: LayoutContext, measuredShare: number): MenuLayout {
  const { part, maxPages } = area
  const wanted = maxPages * part.of * measuredShare
  if (measuredShare === 1) return bestLayout(context, { screens: part.of, maxPages: wanted })
  return { ...smallestLayout(context, { screens: 1, maxPages: wanted }), pages: 0 }
}

/** Pages on screens side by side have the same line spacing. Pages that follow each other are each full. */
function allPages(context: LayoutContext, layout: MenuLayout): HTMLElement[] {
  const [space, stretch] = [spaceOf(context, layout), stretchOf(context, layout)]
  const plan = planOf(stretch.tight, space)
  const spacings = spacingsOf(stretch, plan, space.height)
  const least = Math.min(...spacings)
  const laidOut = { blocks: context.measurer.blocks, stretch, style: layout, height: space.height }
  return plan.map((range, page) =>
    createPage(laidOut, range, layout.hasScreenPerPage ? least : valueAt(spacings, page)),
  )
}

/** Fills the frame with one column that scrolls, on a screen that is held in a hand. */
export function fillScrolling(frame: HTMLElement, blocks: readonly Block[]): FilledFrame {
  const page = pageOf(blocks, [0], blocks.length)
  frame.append(page)
  markLeaders(blocks, page)
  for (const other of [...frame.children]) if (other !== page) other.remove()
  return { pages: [page], textPx: Number.parseFloat(getComputedStyle(page).fontSize) }
}
