import { element, fillWith } from '../../shared/elements.ts'
import type { Block } from '../blocks.ts'
import type { Measures } from './arrange.ts'

/** Puts blocks into columns, with one list for the rows of each group, and the columns on a page. */
export function pageOf(blocks: readonly Block[], starts: readonly number[], to: number): HTMLElement {
  const columns = starts.map((start, index) => {
    const own = blocks.slice(start, starts[index + 1] ?? to)
    return withBlocks(element('div', 'column', leadOf(blocks, start, starts[index - 1])), own)
  })
  return element('div', 'page', ...columns)
}

/** Creates the heading of a column that starts in a group; without its words if the column beside it begins with the same. */
function leadOf(blocks: readonly Block[], start: number, startBeside: number | undefined): Node | undefined {
  const lead = blocks[start]?.lead?.cloneNode(true)
  const beside = startBeside === undefined ? [] : blocks.slice(startBeside, startBeside + 2)
  const isRepeated = beside.find(({ isRow }) => isRow)?.lead === blocks[start]?.lead
  if (lead instanceof HTMLElement) lead.classList.toggle('repeated', isRepeated)
  return lead
}

/** Adds blocks to what a column has. */
export function withBlocks(column: HTMLElement, blocks: readonly Block[]): HTMLElement {
  for (const { element: blockElement, isRow } of blocks) {
    const last = column.lastElementChild
    if (!isRow) column.append(blockElement)
    else if (last?.className === 'rows') last.append(blockElement)
    else column.append(element('ul', 'rows', blockElement))
  }
  return column
}

/** A hidden column, which measures blocks with real text in the real layout. */
export interface Ruler {
  readonly element: HTMLElement
  /** The blocks in it. */
  readonly blocks: readonly Block[]
  /** Replaces the blocks in it. */
  readonly hold: (blocks: readonly Block[]) => void
  readonly read: () => Measures
}

export function createRuler(held: readonly Block[]): Ruler {
  const ruler = element('div', 'page ruler')
  let blocks = held
  hold(held)
  return {
    element: ruler,
    get blocks() {
      return blocks
    },
    hold,
    read: () => measure(blocks),
  }

  function hold(given: readonly Block[]): void {
    blocks = given
    const leads = [...new Set(blocks.flatMap(({ lead }) => lead ?? []))]
    const columns = leads.map((lead) => element('div', 'column', lead))
    fillWith(ruler, withBlocks(element('div', 'column'), blocks), ...columns)
  }
}

function measure(blocks: readonly Block[]): Measures {
  const places = blocks.map(({ element: blockElement }) => blockElement.getBoundingClientRect())
  const heights = new Map<HTMLElement | undefined, number>()
  for (const { lead } of blocks) {
    if (lead && !heights.has(lead)) heights.set(lead, lead.getBoundingClientRect().height)
  }
  return {
    tops: places.map(({ top }) => top),
    bottoms: places.map(({ bottom }) => bottom),
    leads: blocks.map(({ lead }) => heights.get(lead) ?? 0),
    breakCosts: blocks.map(({ breakCost }) => breakCost),
  }
}
