import type { Layout } from './layout.ts'
import type { HiddenPage } from './measure.ts'
import { widthsOfRows } from './stack.ts'

const MAX_COLUMNS = { landscape: 4, portrait: 2 }
/** How many column counts are tried. Fewer, wider columns look calmer, but hold less. */
const TRIED_COLUMNS = 3
/**
 * The limits of the width of a column, in em. A look may set the lower one as `--min-column`. A narrower column has fewer than
 * 24 characters, so names are broken. In a wider one, prices are far from their names, unless most names are long.
 */
const MIN_COLUMN_EM = 13
const MAX_COLUMN_EM = 25
const GAP_EM = 1.8
/** The minimum width of a column is at most this, however wide the widest row is: longer words are broken. */
const MAX_MIN_COLUMN_EM = 22
/** The largest text, as a share of the screen's shorter side, and as a multiple of the smallest. */
const MAX_TEXT_SHARE = 0.072
const MAX_TEXT_SCALE = 1.4
/** Each text size that is tried is this multiple of the one before it. */
const TEXT_STEP = 1.02

/** Which columns and text sizes are possible for the rows of a menu. */
export interface Limits {
  readonly widthPx: number
  readonly minTextPx: number
  readonly maxTextPx: number
  readonly maxColumns: number
  readonly minColumnEm: number
  readonly maxColumnEm: number
}

/** Measures the rows of a menu in the smallest text, to find which columns suit them. */
export function limitsOf(frame: HTMLElement, minTextPx: number, hiddenPage: HiddenPage): Limits {
  hiddenPage.element.style.fontSize = `${minTextPx}px`
  const { minPx, usualPx } = widthsOfRows(hiddenPage.element, hiddenPage.blocks)
  return {
    widthPx: frame.clientWidth,
    minTextPx,
    maxTextPx: Math.max(Math.min(innerWidth, innerHeight) * MAX_TEXT_SHARE, minTextPx * MAX_TEXT_SCALE),
    maxColumns: innerWidth > innerHeight ? MAX_COLUMNS.landscape : MAX_COLUMNS.portrait,
    minColumnEm: Math.max(
      numberOf(frame, '--min-column', MIN_COLUMN_EM),
      Math.min(MAX_MIN_COLUMN_EM, minPx / minTextPx),
    ),
    maxColumnEm: Math.max(MAX_COLUMN_EM, usualPx / minTextPx),
  }
}

/** Returns the factor by which a look enlarges the text of rows, if its letters are small for their font size. */
export function textScale(frame: HTMLElement): number {
  return numberOf(frame, '--text-scale', 1)
}

function numberOf(frame: HTMLElement, property: string, usual: number): number {
  return Number.parseFloat(getComputedStyle(frame).getPropertyValue(property)) || usual
}

/** Returns the largest number of columns that are wide enough in the smallest text, and the next two smaller numbers. */
export function columnCounts({ widthPx, minTextPx, maxColumns, minColumnEm }: Limits): number[] {
  const wideEnough = Math.floor((widthPx / minTextPx + GAP_EM) / (minColumnEm + GAP_EM))
  const maxFitting = Math.max(1, Math.min(maxColumns, wideEnough))
  return Array.from({ length: maxFitting }, (_, index) => maxFitting - index).slice(0, TRIED_COLUMNS)
}

/** Returns the text sizes above the smallest in which this many columns are still wide enough. */
export function largerTextSizes({ widthPx, minTextPx, maxTextPx, minColumnEm }: Limits, columns: number) {
  const largestPx = Math.min(maxTextPx, widthPx / (columns * (minColumnEm + GAP_EM) - GAP_EM))
  const sizes: number[] = []
  for (let textPx = minTextPx * TEXT_STEP; textPx < largestPx; textPx *= TEXT_STEP) sizes.push(textPx)
  return largestPx > minTextPx ? [...sizes, largestPx] : []
}

/** Returns a layout whose columns fill the width, unless that makes them too wide. */
export function layoutWith(
  { widthPx, maxColumnEm }: Limits,
  style: Pick<Layout, 'textPx' | 'columnsOnPage' | 'descriptionLines'>,
): Layout {
  const { textPx, columnsOnPage } = style
  const gapPx = textPx * GAP_EM
  const availablePx = (widthPx - gapPx * (columnsOnPage - 1)) / columnsOnPage
  return { ...style, gapPx, columnPx: Math.min(textPx * maxColumnEm, availablePx) }
}
