import type { Blocks } from '../blocks.ts'
import { at } from './arrange.ts'
import { createRuler } from './columns.ts'
import { bestFit } from './fit.ts'
import { markLeaders } from './lines.ts'
import { createPage, pagesOfPart, showPages } from './pages.ts'
import { fillInParts } from './parts.ts'
import { planOf } from './plan.ts'
import { apply, type LayoutArea, type Room, roomOf } from './room.ts'
import { createSource } from './source.ts'
import { type Fit, spaceOf } from './space.ts'
import { spacingsOf, stretchOf } from './stretch.ts'

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
    const room = roomOf(area, ruler)
    if (!isPart) return await fillAtOnce(area, room)
    const maxPages = (area.maxPages * area.part.of * first.length) / blocks.count
    await fillInParts(area, room, source, maxPages)
  } finally {
    ruler.element.remove()
  }
}

async function fillAtOnce(area: LayoutArea, room: Room): Promise<void> {
  const { ruler } = room
  const fit = await bestFit(room, { screens: area.part.of, maxPages: area.maxPages * area.part.of })
  apply(room, fit)
  markLeaders(ruler.blocks, ruler.element)
  const all = allPages(room, fit)
  const pages = pagesOfPart(all, area.part)
  const isCentred = all.length === 1 && innerWidth > innerHeight
  showPages(area, { pages, ruler: ruler.element, isCentred, areSeveral: pages.length > 1 })
  area.onPages(pages, fit.size)
}

/** Pages on screens side by side have the same line spacing. Of those that follow each other, each is full. */
function allPages(room: Room, fit: Fit): HTMLElement[] {
  const [space, stretch] = [spaceOf(room, fit), stretchOf(room, fit)]
  const plan = planOf(stretch.tight, space)
  const spacings = spacingsOf(stretch, plan, space.height)
  const least = Math.min(...spacings)
  const laidOut = { blocks: room.ruler.blocks, stretch, style: fit, height: space.height }
  return plan.map((range, page) => createPage(laidOut, range, fit.isEven ? least : at(spacings, page)))
}
