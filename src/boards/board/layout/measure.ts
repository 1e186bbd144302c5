import { element } from '../../../browser/elements.ts'
import type { Block } from '../blocks.ts'
import { applyLayout, type Layout } from './layout.ts'
import { stackPrices } from './stack.ts'

/** Puts blocks into columns, with one list for the rows of each group, and the columns on a page. */
export function pageOf(blocks: readonly Block[], starts: readonly number[], to: number): HTMLElement {
  const columns = starts.map((start, index) => {
    const own = blocks.slice(start, starts[index + 1] ?? to)
    return withBlocks(element('div', 'column', blocks[start]?.repeatedHeading?.cloneNode(true)), own)
  })
  return element('div', 'page', ...columns)
}

function withBlocks(column: HTMLElement, blocks: readonly Block[]): HTMLElement {
  for (const { element: blockElement, isRow } of blocks) {
    const last = column.lastElementChild
    if (!isRow) column.append(blockElement)
    else if (last?.className === 'rows') last.append(blockElement)
    else column.append(element('ul', 'rows', blockElement))
  }
  return column
}

/** A hidden page with all blocks in one long column, and each repeated heading in a column of its own. */
export interface HiddenPage {
  readonly element: HTMLElement
  readonly blocks: readonly Block[]
}

/** Puts blocks into a hidden page in the frame while a function measures them, in the styles of the board. */
export function withHiddenPage<T>(
  frame: HTMLElement,
  blocks: readonly Block[],
  use: (hiddenPage: HiddenPage) => T,
): T {
  const headings = new Set(blocks.flatMap(({ repeatedHeading }) => repeatedHeading ?? []))
  const columns = [...headings].map((heading) => element('div', 'column', heading))
  const page = element('div', 'page hidden-page', withBlocks(element('div', 'column'), blocks), ...columns)
  frame.append(page)
  try {
    return use({ element: page, blocks })
  } finally {
    page.remove()
  }
}

/** The positions of a menu's blocks in one long column, and the cost of starting a column at each. */
export interface Measures {
  readonly tops: readonly number[]
  readonly bottoms: readonly number[]
  /** The height of the repeated heading if a column starts at the block. */
  readonly repeatedHeadings: readonly number[]
  readonly breakCosts: readonly number[]
}

/**
 * Measures blocks in a layout, which they keep until another is measured.
 * @param spacing the space between lines, as a multiple of the smallest
 */
export function measure({ element: hiddenPage, blocks }: HiddenPage, layout: Layout, spacing = 1): Measures {
  applyLayout(hiddenPage, layout)
  hiddenPage.style.setProperty('--spacing', `${spacing}`)
  stackPrices(hiddenPage, blocks, layout.columnPx / layout.textPx)
  const places = blocks.map(({ element: blockElement }) => blockElement.getBoundingClientRect())
  const heights = new Map<HTMLElement | undefined, number>()
  for (const { repeatedHeading } of blocks) {
    if (repeatedHeading && !heights.has(repeatedHeading))
      heights.set(repeatedHeading, repeatedHeading.getBoundingClientRect().height)
  }
  return {
    tops: places.map(({ top }) => top),
    bottoms: places.map(({ bottom }) => bottom),
    repeatedHeadings: blocks.map(({ repeatedHeading }) => heights.get(repeatedHeading) ?? 0),
    breakCosts: blocks.map(({ breakCost }) => breakCost),
  }
}
