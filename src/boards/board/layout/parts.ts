import { element } from '../../../browser/elements.ts'
import type { Block, Blocks } from '../blocks.ts'
import { at } from './arrange.ts'
import { type BlockSource, createSource } from './block-source.ts'
import { apply, type LayoutArea, type LayoutContext } from './context.ts'
import { smallestFit } from './fit.ts'
import { markLeaders } from './lines.ts'
import { withBlocks } from './measurer.ts'
import { createPage, pagesOfPart, showPages } from './pages.ts'
import { planOf } from './plan.ts'
import { type Fit, spaceOf } from './space.ts'
import { spacingsOf, stretchOf } from './stretch.ts'

/** How many blocks are laid out in one go. */
const BLOCKS_OF_PART = 100

/**
 * Fills the frame with a long menu, part by part, in the smallest text, which needs the fewest pages. The layout is chosen by the
 * first part. Each page is as full as it can be.
 * @param maxPages the most pages that the first part should need
 */
export async function fillInParts(
  area: LayoutArea,
  context: LayoutContext,
  source: BlockSource,
  maxPages: number,
): Promise<void> {
  const { measurer, pause } = context
  const fit = { ...(await smallestFit(context, { screens: 1, maxPages })), pages: 0 }
  const pages: HTMLElement[] = []
  while (measurer.blocks.length > 0) {
    for (const page of fullPages(context, fit, source.isEmpty())) {
      pages.push(page)
      if (pages.length === 1 && area.isFirstEarly && area.part.of === 1) show(area, context, [...pages], fit)
      await pause()
    }
    measurer.hold([...measurer.blocks, ...(await source.take(BLOCKS_OF_PART))])
    await pause()
  }
  show(area, context, pagesOfPart(pages, area.part), fit)
}

function show(
  area: LayoutArea,
  { measurer }: LayoutContext,
  pages: readonly HTMLElement[],
  { size }: Fit,
): void {
  showPages(area, { pages, measurer: measurer.element, isCentred: false, areSeveral: true })
  area.onPages(pages, size)
}

/** Moves the pages that are full out of the measurer; at the end of the menu, also the last one. */
function* fullPages(context: LayoutContext, fit: Fit, isEnd: boolean): Generator<HTMLElement> {
  const { measurer } = context
  apply(context, fit)
  markLeaders(measurer.blocks, measurer.element)
  const [stretch, space, { blocks }] = [stretchOf(context, fit), spaceOf(context, fit), measurer]
  const plan = planOf(stretch.tight, { ...space, lastPageWeight: isEnd ? 1 : 0 })
  const spacings = spacingsOf(stretch, plan, space.height)
  const full = isEnd ? plan : plan.slice(0, -1)
  const laidOut = { blocks, stretch, style: fit, height: space.height }
  for (const [page, range] of full.entries()) yield createPage(laidOut, range, at(spacings, page))
  measurer.hold(blocks.slice(full[full.length - 1]?.to ?? 0))
}

/** Fills the frame with one column that scrolls, on a screen that is held in a hand. */
export async function fillEndless(area: LayoutArea, blocks: Blocks): Promise<void> {
  const { frame, pause, isFirstEarly } = area
  const source = createSource(blocks, pause)
  const page = element('div', 'page measurer')
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
    if (page.matches('.measurer')) page.remove()
  }
}

/**
 * Adds blocks at the end of the page. Each part begins a column below the one before it, so that the browser need not lay out the
 * whole page again. All columns look like one, because only a group may begin a column.
 */
function extend(page: HTMLElement, blocks: readonly Block[]): void {
  const start = blocks.findIndex(({ breakCost }) => breakCost === 0)
  const last = page.lastElementChild
  const rest = last instanceof HTMLElement ? blocks.slice(0, start < 0 ? blocks.length : start) : []
  if (last instanceof HTMLElement) withBlocks(last, rest)
  if (rest.length < blocks.length)
    page.append(withBlocks(element('div', 'column'), blocks.slice(rest.length)))
}

/** Shows the page in place of others. Blocks that are added to it later are below the first ones. */
function showEndless({ frame, onPages }: LayoutArea, page: HTMLElement, isComplete: boolean): void {
  if (!isComplete && !page.matches('.measurer')) return
  page.classList.remove('measurer')
  for (const other of [...frame.children]) if (other !== page) other.remove()
  onPages([page], Number.parseFloat(getComputedStyle(page).fontSize))
}
