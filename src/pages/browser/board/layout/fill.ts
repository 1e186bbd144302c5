import type { Blocks } from '../blocks.ts'
import {
  columnsNeeded,
  divide,
  type Measures,
  type PageRange,
  SPLIT_ANYWHERE,
  type Space,
} from './arrange.ts'
import { createRuler } from './columns.ts'
import { bestFit, bestSpacing, spaceOf } from './fit.ts'
import { finishLines } from './lines.ts'
import { createPage, pagesOfPart, showPages } from './pages.ts'
import { fillInParts } from './parts.ts'
import { apply, headingSpace, type LayoutArea, type Room, roomOf } from './room.ts'
import { createSource } from './source.ts'

/** The most blocks that are laid out all at once, which is done again and again to find the largest text. */
const MAX_BLOCKS = 400
/** How much of a longer menu decides how all of it looks: more than a page has. */
const BLOCKS_OF_FIRST_PART = 200

/**
 * Fills the frame of a site with blocks: in the largest text in which all of them fit, or on several pages if that text
 * would be too small to read. Of a long menu, the first page is there before the others.
 */
export async function fillPages(area: LayoutArea, blocks: Blocks): Promise<void> {
  const source = createSource(blocks, area.pause)
  const first = await source.take(MAX_BLOCKS)
  const isPart = !source.isEmpty()
  if (isPart) source.putBack(first.splice(BLOCKS_OF_FIRST_PART))
  const ruler = createRuler(first)
  area.frame.append(ruler.element)
  try {
    const room = roomOf(area, ruler, blocks.characters)
    await (isPart ? fillInParts(area, room, source) : fillAtOnce(area, room))
  } finally {
    ruler.element.remove()
  }
}

async function fillAtOnce(area: LayoutArea, room: Room): Promise<void> {
  const { ruler } = room
  const fit = await bestFit(room, area.part.of)
  const spacing = await bestSpacing(room, fit)
  apply(room, fit, spacing)
  finishLines(ruler.blocks, ruler.element)
  const measures = ruler.read()
  const space = enoughFor(measures, spaceOf(room, fit))
  const all = rangesOf(measures, space).map((range) =>
    createPage(ruler.blocks, measures, range, space, headingSpace(fit, spacing)),
  )
  const pages = pagesOfPart(all, area.part)
  const isCentred = all.length === 1 && innerWidth > innerHeight
  showPages(area, { pages, ruler: ruler.element, isCentred, areSeveral: pages.length > 1 })
  area.onPages(pages, fit.size)
}

/** Returns the space, or one with more pages if lines that were finished are higher than they were. */
function enoughFor(measures: Measures, space: Space): Space {
  const needed = columnsNeeded(measures, space)
  if (needed === Infinity) return enoughFor(measures, { ...space, maxBreakCost: SPLIT_ANYWHERE })
  const pages = Math.ceil(needed / space.columnsOnPage)
  return { ...space, columns: Math.max(space.columns, pages * space.columnsOnPage) }
}

/** Returns which blocks are on each page. */
function rangesOf(measures: Measures, space: Space): PageRange[] {
  const { columnsOnPage } = space
  const starts = divide(measures, space)
  const firsts = starts.filter((_, index) => index % columnsOnPage === 0)
  return firsts.map((from, page) => ({
    from,
    to: firsts[page + 1] ?? measures.tops.length,
    starts: starts.slice(page * columnsOnPage, (page + 1) * columnsOnPage),
  }))
}
