import type { Blocks } from '../blocks.ts'
import { at } from './arrange.ts'
import { createSource } from './block-source.ts'
import { apply, contextOf, type LayoutArea, type LayoutContext } from './context.ts'
import { bestFit } from './fit.ts'
import { markLeaders } from './lines.ts'
import { createMeasurer } from './measurer.ts'
import { createPage, pagesOfPart, showPages } from './pages.ts'
import { fillInParts } from './parts.ts'
import { planOf } from './plan.ts'
import { type Fit, spaceOf } from './space.ts'
import { spacingsOf, stretchOf } from './stretch.ts'

/** The most blocks that are laid out at once. Finding the largest text lays them out many times. */
const MAX_BLOCKS = 400
/** The blocks of a longer menu by which its layout is chosen. They are more than fit on a page. */
const BLOCKS_OF_FIRST_PART = 200

/**
 * Fills the frame with the blocks of a menu: in the largest text in which all of them fit, or on several pages if that text
 * would be too small to read. Of a long menu, the first page is there before the others.
 */
export async function fillPages(area: LayoutArea, blocks: Blocks): Promise<void> {
  const source = createSource(blocks, area.pause)
  const first = await source.take(MAX_BLOCKS)
  const isPart = !source.isEmpty()
  if (isPart) source.putBack(first.splice(BLOCKS_OF_FIRST_PART))
  const measurer = createMeasurer(first)
  area.frame.append(measurer.element)
  try {
    const context = contextOf(area, measurer)
    if (!isPart) return await fillAtOnce(area, context)
    const maxPages = (area.maxPages * area.part.of * first.length) / blocks.count
    await fillInParts(area, context, source, maxPages)
  } finally {
    measurer.element.remove()
  }
}

async function fillAtOnce(area: LayoutArea, context: LayoutContext): Promise<void> {
  const { measurer } = context
  const fit = await bestFit(context, { screens: area.part.of, maxPages: area.maxPages * area.part.of })
  apply(context, fit)
  markLeaders(measurer.blocks, measurer.element)
  const all = allPages(context, fit)
  const pages = pagesOfPart(all, area.part)
  const isCentred = all.length === 1 && innerWidth > innerHeight
  showPages(area, { pages, measurer: measurer.element, isCentred, areSeveral: pages.length > 1 })
  area.onPages(pages, fit.size)
}

/** Pages on screens side by side have the same line spacing. Pages that follow each other are each full. */
function allPages(context: LayoutContext, fit: Fit): HTMLElement[] {
  const [space, stretch] = [spaceOf(context, fit), stretchOf(context, fit)]
  const plan = planOf(stretch.tight, space)
  const spacings = spacingsOf(stretch, plan, space.height)
  const least = Math.min(...spacings)
  const laidOut = { blocks: context.measurer.blocks, stretch, style: fit, height: space.height }
  return plan.map((range, page) =>
    createPage(laidOut, range, fit.hasScreenPerPage ? least : at(spacings, page)),
  )
}
