import { element, replaceChildrenOf } from '../../../browser/elements.ts'
import type { Block } from '../blocks.ts'
import type { Measures } from './arrange.ts'

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

/** A hidden column, which measures blocks with real text in the real layout. */
export interface Measurer {
  readonly element: HTMLElement
  readonly blocks: readonly Block[]
  /** Replaces the blocks in it. */
  readonly setBlocks: (blocks: readonly Block[]) => void
  readonly read: () => Measures
}

export function createMeasurer(held: readonly Block[]): Measurer {
  const measurer = element('div', 'page measurer')
  let blocks = held
  setBlocks(held)
  return {
    element: measurer,
    get blocks() {
      return blocks
    },
    setBlocks,
    read: () => measure(blocks),
  }

  function setBlocks(given: readonly Block[]): void {
    blocks = given
    const headings = new Set(blocks.flatMap(({ repeatedHeading }) => repeatedHeading ?? []))
    const columns = [...headings].map((heading) => element('div', 'column', heading))
    replaceChildrenOf(measurer, withBlocks(element('div', 'column'), blocks), ...columns)
  }
}

function measure(blocks: readonly Block[]): Measures {
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
