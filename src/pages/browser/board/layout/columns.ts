import { element } from '../../shared/elements.ts'
import type { Block } from '../blocks.ts'
import type { Measures } from './arrange.ts'

/** Puts blocks into columns, with one list for the rows of each group, and the columns on pages. */
export function pagesOf(
  blocks: readonly Block[],
  starts: readonly number[],
  columnsOnPage: number,
): HTMLElement[] {
  const columns = starts.map((start, index) => column(blocks.slice(start, starts[index + 1]), index > 0))
  const count = Math.ceil(columns.length / columnsOnPage)
  return Array.from({ length: count }, (_, page) =>
    element('div', 'page', ...columns.slice(page * columnsOnPage, (page + 1) * columnsOnPage)),
  )
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
  const ruler = element('div', 'page ruler', all, ...leads.map((lead) => element('div', 'column', lead)))
  return { element: ruler, read: () => measure(blocks) }
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
