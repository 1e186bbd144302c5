import { element } from '../../shared/elements.ts'
import type { Block, Blocks } from '../blocks.ts'
import { at } from './arrange.ts'
import { withBlocks } from './columns.ts'
import { smallestFit } from './fit.ts'
import { markLeaders } from './lines.ts'
import { createPage, pagesOfPart, showPages } from './pages.ts'
import { planOf } from './plan.ts'
import { apply, type LayoutArea, type Room } from './room.ts'
import { type BlockSource, createSource } from './source.ts'
import { type Fit, spaceOf } from './space.ts'
import { spacingsOf, stretchOf } from './stretch.ts'

/** How many blocks are laid out in one go. */
const BLOCKS_OF_PART = 100

/**
 * Fills the frame with a long menu, part by part, in the smallest text, which needs the fewest pages. The first part decides
 * what else it looks like, and each page is as full as it can be.
 * @param maxPages on how many pages the first part should be
 */
export async function fillInParts(
  area: LayoutArea,
  room: Room,
  source: BlockSource,
  maxPages: number,
): Promise<void> {
  const { ruler, pause } = room
  const fit = { ...(await smallestFit(room, { screens: 1, maxPages })), pages: 0 }
  const pages: HTMLElement[] = []
  while (ruler.blocks.length > 0) {
    for (const page of fullPages(room, fit, source.isEmpty())) {
      pages.push(page)
      if (pages.length === 1 && area.isFirstEarly && area.part.of === 1) show(area, room, [...pages], fit)
      await pause()
    }
    ruler.hold([...ruler.blocks, ...(await source.take(BLOCKS_OF_PART))])
    await pause()
  }
  show(area, room, pagesOfPart(pages, area.part), fit)
}

function show(area: LayoutArea, { ruler }: Room, pages: readonly HTMLElement[], { size }: Fit): void {
  showPages(area, { pages, ruler: ruler.element, isCentred: false, areSeveral: true })
  area.onPages(pages, size)
}

/** Takes the pages out of the ruler that its blocks fill; at the end of the menu, also the last one. */
function* fullPages(room: Room, fit: Fit, isEnd: boolean): Generator<HTMLElement> {
  const { ruler } = room
  apply(room, fit)
  markLeaders(ruler.blocks, ruler.element)
  const [stretch, space, { blocks }] = [stretchOf(room, fit), spaceOf(room, fit), ruler]
  const plan = planOf(stretch.tight, { ...space, lastPage: isEnd ? 1 : 0 })
  const spacings = spacingsOf(stretch, plan, space.height)
  const full = isEnd ? plan : plan.slice(0, -1)
  const laidOut = { blocks, stretch, style: fit, height: space.height }
  for (const [page, range] of full.entries()) yield createPage(laidOut, range, at(spacings, page))
  ruler.hold(blocks.slice(full[full.length - 1]?.to ?? 0))
}

/** Fills the frame with one column that scrolls, on a screen that is held in a hand. */
export async function fillEndless(area: LayoutArea, blocks: Blocks): Promise<void> {
  const { frame, pause, isFirstEarly } = area
  const source = createSource(blocks, pause)
  const page = element('div', 'page ruler')
  frame.append(page)
  try {
    while (!source.isEmpty()) {
      const part = await source.take(BLOCKS_OF_PART)
      extend(page, part)
      markLeaders(part, page)
      if (isFirstEarly || source.isEmpty()) showEndless(area, page, source.isEmpty())
      await pause()
    }
  } finally {
    if (page.matches('.ruler')) page.remove()
  }
}

/**
 * Adds blocks at the end of the page. Each part begins a column, below the one before it, so that the browser need not go through
 * all that is there. It looks like one column, since only a group may begin another.
 */
function extend(page: HTMLElement, blocks: readonly Block[]): void {
  const start = blocks.findIndex(({ breakCost }) => breakCost === 0)
  const last = page.lastElementChild
  const rest = last instanceof HTMLElement ? blocks.slice(0, start < 0 ? blocks.length : start) : []
  if (last instanceof HTMLElement) withBlocks(last, rest)
  if (rest.length < blocks.length)
    page.append(withBlocks(element('div', 'column'), blocks.slice(rest.length)))
}

/** Shows the page in place of others. What is added to it later is below what is there. */
function showEndless({ frame, onPages }: LayoutArea, page: HTMLElement, isComplete: boolean): void {
  if (!isComplete && !page.matches('.ruler')) return
  page.classList.remove('ruler')
  for (const other of [...frame.children]) if (other !== page) other.remove()
  onPages([page], Number.parseFloat(getComputedStyle(page).fontSize))
}
