import type { ScreenPart } from '../../shared/parameters.ts'
import type { SmallestText } from '../legible.ts'
import type { Space } from './arrange.ts'
import type { Measurer } from './measurer.ts'
import { stackPrices, widthsOfRows } from './stack.ts'

const MAX_COLUMNS = { landscape: 4, portrait: 2 }
/** How many column counts are tried. Fewer, wider columns look calmer, but hold less. */
const TRIED_COLUMNS = 3
/**
 * In em, for looks that do not set `--min-column`. In columns narrower than `MIN_COLUMN`, of less than about 24 characters, names
 * are broken. In columns wider than `MAX_COLUMN`, a price is far from its name, unless most names are longer.
 */
const MIN_COLUMN = 13
const MAX_COLUMN = 25
const COLUMN_GAP = 1.8
/** In em. The largest minimum width of a column, however wide the widest row is: longer words are broken. */
const MAX_MIN_COLUMN = 22
/** The largest text, as a fraction of the screen's shorter side, and as a multiple of the smallest. */
const MAX_SHARE = 0.072
const MAX_SCALE = 1.4

/** The space above a heading, in em: a constant part, and a part for each multiple of the smallest line spacing. */
const HEADING_SPACE = { least: 0.6, each: 0.2 }

/** The area in which a menu is laid out. */
export interface LayoutArea {
  readonly frame: HTMLElement
  /** The smallest text that guests can read. */
  readonly smallest: SmallestText
  readonly part: ScreenPart
  /** The most pages on each screen on which descriptions are kept. */
  readonly maxPages: number
  /** Returns the height of the menu in a text size, which leaves space for footnotes of the same size. */
  readonly heightFor: (textPx: number) => number
}

/** What all layouts of a menu have in common: its measured blocks, and the limits of columns and text. */
export interface LayoutContext extends Pick<LayoutArea, 'heightFor'> {
  readonly measurer: Measurer
  readonly width: number
  readonly minTextPx: number
  readonly maxTextPx: number
  readonly maxColumns: number
  readonly minColumnEm: number
  readonly maxColumnEm: number
  readonly hasDescriptions: boolean
}

/** How a menu is laid out. */
export interface Style {
  /** The size of names and prices, in pixels. */
  readonly textPx: number
  readonly columns: number
  /** The most lines of a description. */
  readonly descriptionLines: number
}

/** How a menu is laid out, and divided into pages. */
export interface MenuLayout extends Style {
  readonly pages: number
  /** Whether each page is on a screen of its own. */
  readonly hasScreenPerPage: boolean
}

export function spaceOf({ heightFor }: LayoutContext, { textPx, columns, pages }: MenuLayout): Space {
  return { columnsOnAllPages: columns * pages, columnsOnPage: columns, height: heightFor(textPx) }
}

export function contextOf(
  { frame, smallest: { namePx }, heightFor }: LayoutArea,
  measurer: Measurer,
): LayoutContext {
  const isLandscape = innerWidth > innerHeight
  measurer.element.style.fontSize = `${namePx}px`
  const { least, usual } = widthsOfRows(measurer.element, measurer.blocks)
  return {
    heightFor,
    measurer,
    width: frame.clientWidth,
    minTextPx: namePx,
    maxTextPx: Math.max(Math.min(innerWidth, innerHeight) * MAX_SHARE, namePx * MAX_SCALE),
    maxColumns: isLandscape ? MAX_COLUMNS.landscape : MAX_COLUMNS.portrait,
    minColumnEm: Math.max(
      numberOf(frame, '--min-column', MIN_COLUMN),
      Math.min(MAX_MIN_COLUMN, least / namePx),
    ),
    maxColumnEm: Math.max(MAX_COLUMN, usual / namePx),
    hasDescriptions: measurer.element.querySelector('.item > .description') !== null,
  }
}

/** Returns the factor by which a look enlarges the text of rows, if its letters are small for their font size. */
export function textScale(frame: HTMLElement): number {
  return numberOf(frame, '--text-scale', 1)
}

function numberOf(frame: HTMLElement, property: string, usual: number): number {
  return Number.parseFloat(getComputedStyle(frame).getPropertyValue(property)) || usual
}

/** Returns the column counts to try for a text size: the most that are wide enough, and up to two fewer. */
export function columnCounts({ width, maxColumns, minColumnEm }: LayoutContext, textPx: number): number[] {
  const widest = Math.floor((width / textPx + COLUMN_GAP) / (minColumnEm + COLUMN_GAP))
  const most = Math.max(1, Math.min(maxColumns, widest))
  return Array.from({ length: most }, (_, index) => most - index).slice(0, TRIED_COLUMNS)
}

/** Returns the largest text size for which so many columns are wide enough. */
export function maxTextPxFor({ width, minColumnEm }: LayoutContext, columns: number): number {
  return width / (columns * (minColumnEm + COLUMN_GAP) - COLUMN_GAP)
}

/** Returns how wide the columns of a page are together, in pixels. */
export function widthOfColumns(context: LayoutContext, style: Style): number {
  return style.columns * (columnWidth(context, style) + gapOf(style)) - gapOf(style)
}

function gapOf({ textPx }: Style): number {
  return textPx * COLUMN_GAP
}

function columnWidth({ width, maxColumnEm }: LayoutContext, style: Style): number {
  const { textPx, columns } = style
  return Math.min(textPx * maxColumnEm, (width - gapOf(style) * (columns - 1)) / columns)
}

/** Sets the line spacing in an element, as a multiple of the smallest. */
export function setSpacing({ style }: HTMLElement, layout: Style, spacing: number): void {
  style.setProperty('--spacing', `${spacing}`)
  style.setProperty('--heading-space', `${headingSpace(layout, spacing)}px`)
}

/** Returns the space above a heading, in pixels. */
export function headingSpace({ textPx }: Style, spacing: number): number {
  return textPx * (HEADING_SPACE.least + HEADING_SPACE.each * spacing)
}

/** @param spacing the space between lines, as a multiple of the smallest */
export function applyToMeasurer(context: LayoutContext, style: Style, spacing = 1): void {
  const { textPx, descriptionLines } = style
  const frame = context.measurer.element
  const column = columnWidth(context, style)
  frame.style.fontSize = `${textPx}px`
  frame.style.setProperty('--column', `${column}px`)
  frame.style.setProperty('--gap', `${gapOf(style)}px`)
  setSpacing(frame, style, spacing)
  frame.style.setProperty('--description-lines', `${descriptionLines}`)
  frame.classList.toggle('without-descriptions', descriptionLines === 0)
  stackPrices(frame, context.measurer.blocks, column / textPx)
}
