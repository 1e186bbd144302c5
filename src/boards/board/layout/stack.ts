import type { Block } from '../blocks.ts'

/** Columns get this multiple of the median width of their rows, so that most rows fit. */
const MEDIAN_WIDTH_FACTOR = 1.2

/** How wide a column must be for the name of a row beside its prices, in em. */
const widths = new WeakMap<HTMLElement, number>()

/** Puts the prices of sizes below the names where a column is too narrow for both: in all rows of a group, or in none. */
export function stackPrices(hiddenPage: HTMLElement, blocks: readonly Block[], columnEm: number): void {
  const sized = blocks.filter(({ element }) => element.classList.contains('sized'))
  measureNew(
    hiddenPage,
    sized.map(({ element }) => element),
  )
  const needed = new Map<HTMLElement | undefined, number>()
  for (const { element, repeatedHeading } of sized)
    needed.set(repeatedHeading, Math.max(needed.get(repeatedHeading) ?? 0, widths.get(element) ?? 0))
  for (const { element, repeatedHeading } of sized)
    element.classList.toggle('stacked', (needed.get(repeatedHeading) ?? 0) > columnEm)
}

function measureNew(hiddenPage: HTMLElement, rows: readonly HTMLElement[]): void {
  const unknown = rows.filter((row) => !widths.has(row))
  if (unknown.length === 0) return
  const emPx = Number.parseFloat(getComputedStyle(hiddenPage).fontSize)
  widthsIn(hiddenPage, unknown, 'narrow').forEach((width, index) => {
    const row = unknown[index]
    if (row) widths.set(row, width / emPx)
  })
}

/** Measures rows alone, in pixels: as narrow as they can be, or in one line. */
function widthsIn(
  hiddenPage: HTMLElement,
  rows: readonly HTMLElement[],
  className: 'narrow' | 'one-line',
): number[] {
  hiddenPage.classList.add('bare', className)
  const measured = rows.map((row) => row.getBoundingClientRect().width)
  hiddenPage.classList.remove('bare', className)
  return measured
}

/** How wide columns should be for their rows. */
export interface RowWidths {
  /** The width in which no word is broken. Prices may be below names. */
  readonly minPx: number
  /** The width in which most rows are in one line. */
  readonly usualPx: number
}

/** Measures the widths that rows need in the text size of the hidden page. */
export function widthsOfRows(hiddenPage: HTMLElement, blocks: readonly Block[]): RowWidths {
  const rows = blocks.filter(({ isRow }) => isRow).map(({ element }) => element)
  const oneLine = widthsIn(hiddenPage, rows, 'one-line').sort((a, b) => a - b)
  stackPrices(hiddenPage, blocks, 0)
  const minPx = Math.max(0, ...widthsIn(hiddenPage, rows, 'narrow'))
  return { minPx, usualPx: MEDIAN_WIDTH_FACTOR * (oneLine[Math.floor(rows.length / 2)] ?? 0) }
}
