import { columnsNeeded } from './divide.ts'
import type { Layout, LayoutOptions } from './layout.ts'
import { type HiddenPage, type Measures, measure } from './measure.ts'
import { columnCounts, largerTextSizes, layoutWith, limitsOf } from './possible-layouts.ts'

/** The most lines of a description. */
const DESCRIPTION_LINES = [4, 2, 0]
/** More than the pages of any menu. */
const MANY_PAGES = 1e6
/** A layout that uses this share of the screen counts as full. */
const FULL_SHARE = 0.8
/**
 * The weights of what makes a layout worse. A cost of 1 counts as much as text that is smaller by a factor of 2.7. Empty space
 * counts less than crowded rows, because line spacing fills some of it.
 */
const COST = { crowdedRows: 2, emptySpace: 1.5, noDescriptions: 0.2 }

/** A layout that was measured. */
interface MeasuredLayout {
  readonly layout: Layout
  /** The number of pages. Each bad break adds more pages than any menu has, so the fewest bad breaks win. */
  readonly pageCost: number
  /** Of the layouts with the fewest pages, the one with the lowest cost is used. */
  readonly cost: number
}

/**
 * Finds the best columns, lines of descriptions and text size for the blocks of a hidden page:
 * 1. In the smallest text, it tries all columns with whole descriptions. If there are too many pages, it tries shortened
 *    descriptions, and then none.
 * 2. It keeps the layouts with the fewest pages, and tries them in larger text, until there would be more pages.
 * 3. Of all that it has tried, it takes the layout with the lowest cost: text is large, names are in one line, and the screen is
 *    full.
 * @param share the share of the menu that is in the hidden page. If it is below 1, only the smallest text is tried
 */
export function bestLayout(
  { frame, smallest, heightFor, part, maxPagesWithDescriptions }: LayoutOptions,
  hiddenPage: HiddenPage,
  share: number,
): Layout {
  const limits = limitsOf(frame, smallest.namePx, hiddenPage)
  const hasDescriptions = hiddenPage.element.querySelector('.item > .description') !== null
  const inSmallestText = trySmallestText()
  const minPageCost = Math.min(...inSmallestText.map(({ pageCost }) => pageCost))
  const shortest = inSmallestText.filter(({ pageCost }) => pageCost === minPageCost)
  const all = share < 1 ? shortest : shortest.flatMap((layout) => [layout, ...tryLargerText(layout)])
  return all.reduce((best, layout) => (layout.cost < best.cost ? layout : best)).layout

  function trySmallestText(): MeasuredLayout[] {
    const measured: MeasuredLayout[] = []
    for (const descriptionLines of hasDescriptions ? DESCRIPTION_LINES : [0]) {
      for (const columnsOnPage of columnCounts(limits))
        measured.push(tryLayout(limits.minTextPx, columnsOnPage, descriptionLines))
      if (measured.some(({ pageCost }) => pageCost <= maxPagesWithDescriptions * part.of)) break
    }
    return measured
  }

  function tryLargerText({
    layout: { columnsOnPage, descriptionLines },
    pageCost,
  }: MeasuredLayout): MeasuredLayout[] {
    const measured: MeasuredLayout[] = []
    for (const textPx of largerTextSizes(limits, columnsOnPage)) {
      const larger = tryLayout(textPx, columnsOnPage, descriptionLines)
      if (larger.pageCost > pageCost) break
      measured.push(larger)
    }
    return measured
  }

  function tryLayout(textPx: number, columnsOnPage: number, descriptionLines: number): MeasuredLayout {
    const layout = layoutWith(limits, { textPx, columnsOnPage, descriptionLines })
    const measures = measure(hiddenPage, layout)
    const { columns, badness } = columnsNeeded(measures, heightFor(textPx))
    const pages = Math.max(part.of, Math.ceil(columns / columnsOnPage / share))
    return { layout, pageCost: pages + badness * MANY_PAGES, cost: costOf(layout, measures, pages * share) }
  }

  function costOf(layout: Layout, measures: Measures, pages: number): number {
    const { textPx, descriptionLines } = layout
    const usedShare = areaOf(layout, measures) / (pages * heightFor(textPx) * limits.widthPx)
    return (
      Math.log(limits.maxTextPx / textPx) +
      COST.crowdedRows * crowdedShare(hiddenPage) +
      COST.emptySpace * Math.max(0, FULL_SHARE - usedShare) +
      (hasDescriptions && descriptionLines === 0 ? COST.noDescriptions : 0)
    )
  }
}

function areaOf({ columnPx, gapPx }: Layout, { tops, bottoms }: Measures): number {
  return (columnPx + gapPx) * ((bottoms[bottoms.length - 1] ?? 0) - (tops[0] ?? 0))
}

/** Returns the share of items with a name or marks in several lines, or prices below the name. */
function crowdedShare({ blocks }: HiddenPage): number {
  const items = blocks.filter(({ element }) => element.classList.contains('item'))
  const crowded = items.filter(({ element }) => element.matches('.stacked') || isNameBroken(element))
  return crowded.length / Math.max(1, items.length)
}

/** Whether the name of a row and its marks are in several lines. Each part of a name that stays whole has a box of its own. */
function isNameBroken(row: HTMLElement): boolean {
  const parts = [...row.querySelectorAll('.name > [dir], .name > .out, .name > .marks')]
  const [first, ...others] = parts.flatMap((part) => [...part.getClientRects()])
  return first !== undefined && others.some(({ top }) => top > first.top + first.height / 2)
}
