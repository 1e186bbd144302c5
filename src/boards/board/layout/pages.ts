import type { ScreenPart } from '../../shared/parameters.ts'
import { divide } from './divide.ts'
import type { Layout, LayoutOptions } from './layout.ts'
import { markLeaders } from './leaders.ts'
import { type HiddenPage, pageOf } from './measure.ts'
import { largestSpacing, stretchedHeights, stretchOf } from './spacing.ts'

/** Divides the blocks of a hidden page among pages. Pages that are shown side by side, on several screens, get the same line spacing. */
export function createPages(
  { heightFor, part }: LayoutOptions,
  hiddenPage: HiddenPage,
  layout: Layout,
): HTMLElement[] {
  const height = heightFor(layout.textPx)
  const stretch = stretchOf(hiddenPage, layout)
  markLeaders(hiddenPage.blocks, hiddenPage.element)
  const ranges = divide(stretch.tight, { columnsOnPage: layout.columnsOnPage, height, minPages: part.of })
  const spacings = ranges.map((range) => largestSpacing(stretch, range, height))
  const areSideBySide = ranges.length === part.of
  return ranges.map((range, index) => {
    const spacing = areSideBySide ? Math.min(...spacings) : (spacings[index] ?? 1)
    const page = pageOf(hiddenPage.blocks, range.starts, range.to)
    // The browser does not lay a page out before it is shown.
    page.hidden = true
    page.style.setProperty('--spacing', `${spacing}`)
    fitColumns(page, stretchedHeights(stretch, range, spacing), height)
    return page
  })
}

/**
 * Moves the headings of shorter columns apart, within a limit in the style sheet. Shrinks columns that are higher than the page,
 * so that they do not cover the footnotes: a name of many lines in large text cannot be divided.
 */
function fitColumns(page: HTMLElement, heights: readonly number[], height: number): void {
  const highest = Math.max(...heights)
  page.querySelectorAll<HTMLElement>('.column').forEach((column, index) => {
    const columnHeight = heights[index] ?? 0
    const gaps = Math.max(1, column.querySelectorAll('.rows + .heading').length)
    column.style.setProperty('--extra-space', `${(highest - columnHeight) / gaps}px`)
    if (columnHeight > height + 1) column.style.transform = `scale(${height / columnHeight})`
  })
}

/** Returns the pages that one of several screens shows. A menu with fewer pages than screens is shown again. */
export function pagesOfPart(
  pages: readonly HTMLElement[],
  { number, of }: ScreenPart,
): readonly HTMLElement[] {
  const first = (screen: number) => Math.floor((screen * pages.length) / of)
  const own = pages.slice(first(number - 1), first(number))
  return own.length > 0 ? own : pages.slice(first(number - 1), first(number - 1) + 1)
}
