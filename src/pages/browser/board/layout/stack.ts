import type { Block } from '../blocks.ts'

/** How wide a column must be for the name of a row beside its prices, in em. */
const widths = new WeakMap<HTMLElement, number>()

/**
 * Puts the prices of sizes below the names where a column is too narrow for both: in all rows of a group, or in none.
 * @param ruler has the rows
 */
export function stackPrices(ruler: HTMLElement, blocks: readonly Block[], columnEm: number): void {
  const sized = blocks.filter(({ element }) => element.classList.contains('sized'))
  measureNew(
    ruler,
    sized.map(({ element }) => element),
  )
  const needed = new Map<HTMLElement | undefined, number>()
  for (const { element, lead } of sized)
    needed.set(lead, Math.max(needed.get(lead) ?? 0, widths.get(element) ?? 0))
  for (const { element, lead } of sized)
    element.classList.toggle('stacked', (needed.get(lead) ?? 0) > columnEm)
}

function measureNew(ruler: HTMLElement, rows: readonly HTMLElement[]): void {
  const unknown = rows.filter((row) => !widths.has(row))
  if (unknown.length === 0) return
  const emPx = Number.parseFloat(getComputedStyle(ruler).fontSize)
  ruler.classList.add('narrow')
  for (const row of unknown) widths.set(row, row.getBoundingClientRect().width / emPx)
  ruler.classList.remove('narrow')
}

/** Returns how wide a column must be, in pixels, if prices may be below names and no word is broken apart. */
export function leastWidth(ruler: HTMLElement, blocks: readonly Block[]): number {
  stackPrices(ruler, blocks, 0)
  ruler.classList.add('narrow')
  const rows = blocks.filter(({ isRow }) => isRow)
  const least = Math.max(0, ...rows.map(({ element }) => element.getBoundingClientRect().width))
  ruler.classList.remove('narrow')
  return least
}
