import { element } from '../../shared/elements.ts'
import type { Block } from '../blocks.ts'
import type { Measures } from './arrange.ts'

/** Puts blocks into columns, with one list for the rows of each group, and the columns on a page. */
export function pageOf(blocks: readonly Block[], starts: readonly number[], to: number): HTMLElement {
  const columns = starts.map((start, index) =>
    column(blocks.slice(start, starts[index + 1] ?? to), start > 0),
  )
  return element('div', 'page', ...columns)
}

function column(blocks: readonly Block[], isContinued: boolean): HTMLElement {
  const columnElement = element('div', 'column')
  const lead = isContinued ? blocks[0]?.lead : undefined
  if (lead) columnElement.append(lead.cloneNode(true))
  for (const { element: blockElement, isRow } of blocks) {
    const last = columnElement.lastElementChild
    if (!isRow) columnElement.append(blockElement)
    else if (last?.className === 'rows') last.append(blockElement)
    else columnElement.append(element('ul', 'rows', blockElement))
  }
  return columnElement
}

export type Ruler = ReturnType<typeof createRuler>

/** Creates a hidden column with all blocks, which measures them with real text in the real layout. */
export function createRuler(blocks: readonly Block[]) {
  const leads = [...new Set(blocks.flatMap(({ lead }) => lead ?? []))]
  const all = column(blocks, false)
  const probe = element('div', 'probe')
  const ruler = element(
    'div',
    'page ruler',
    all,
    ...leads.map((lead) => element('div', 'column', lead)),
    probe,
  )
  return { element: ruler, read: () => measure(blocks), characterEm: () => characterEm(probe) }
}

/** Puts all blocks into one endless column, for a screen that scrolls. */
export function endlessPageOf(blocks: readonly Block[]): HTMLElement {
  return element('div', 'page', column(blocks, false))
}

/** Returns the width of a digit in em. */
function characterEm(probe: HTMLElement): number {
  const { width, fontSize } = getComputedStyle(probe)
  return Number.parseFloat(width) / Number.parseFloat(fontSize)
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
