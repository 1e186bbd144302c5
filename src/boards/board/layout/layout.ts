import type { ScreenPart } from '../../shared/parameters.ts'
import type { TextSizes } from '../legible.ts'

export interface LayoutOptions {
  readonly frame: HTMLElement
  /** The smallest text that guests can read. */
  readonly smallest: TextSizes
  readonly part: ScreenPart
  /** Descriptions are shown if the menu with them needs no more pages than this on each screen. */
  readonly maxPagesWithDescriptions: number
  /** Returns the height of the menu in a text size, which leaves space for footnotes of the same size. */
  readonly heightFor: (textPx: number) => number
}

/** How a menu is laid out on its pages. */
export interface Layout {
  /** The size of names and prices. */
  readonly textPx: number
  readonly columnsOnPage: number
  readonly columnPx: number
  readonly gapPx: number
  /** The most lines of a description. */
  readonly descriptionLines: number
}

/** Tells the style sheet how a menu is laid out in an element. */
export function applyLayout({ style, classList }: HTMLElement, layout: Layout): void {
  style.fontSize = `${layout.textPx}px`
  style.setProperty('--column', `${layout.columnPx}px`)
  style.setProperty('--gap', `${layout.gapPx}px`)
  style.setProperty('--description-lines', `${layout.descriptionLines}`)
  classList.toggle('without-descriptions', layout.descriptionLines === 0)
}
