/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'

/** A text on a board, with its size and its place in pixels. */
export interface Text {
  readonly text: string
  /** Whether it is a name, a price or a size, which must be larger than other texts. */
  readonly isMain: boolean
  readonly sizePx: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Column {
  readonly left: number
}

interface Layout {
  readonly texts: readonly Text[]
  readonly columns: readonly Column[]
  /** Rows, headings, names and prices that cover each other. */
  readonly overlaps: readonly string[]
}

/** Measures the page of a board that is shown. */
export async function measureLayout(page: Page): Promise<Layout> {
  const [texts, columns, overlaps] = await Promise.all([textsOf(page), columnsOf(page), overlapsOf(page)])
  return { texts, columns, overlaps }
}

/** Checks that texts are at least 5 % of the screen away from its edges, which televisions may cut off. */
export function expectInSafeArea(
  texts: readonly Omit<Text, 'isMain' | 'sizePx'>[],
  viewport: ViewportSize | null,
): void {
  const { width, height } = viewport ?? { width: 0, height: 0 }
  const unit = Math.min(width, height) / 1080
  const [inline, block] = width > height ? [96 * unit, 60 * unit] : [60 * unit, 96 * unit]
  for (const { text, left, right, top, bottom } of texts) {
    expect(Math.min(left - inline, width - inline - right), text).toBeGreaterThanOrEqual(-1)
    expect(Math.min(top - block, height - block - bottom), text).toBeGreaterThanOrEqual(-1)
  }
}

function textsOf(page: Page): Promise<Text[]> {
  return page.evaluate(() => {
    const found: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const parent = node.parentElement
      if (
        !parent?.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('.unseen, .hidden-page') ||
        !node.textContent?.trim()
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const isMain = parent.closest('.name, .price, .cell, h2, h3') && !parent.closest('small')
      const sizePx = Number.parseFloat(getComputedStyle(parent).fontSize)
      found.push({ text: node.textContent, isMain: Boolean(isMain), sizePx, left, right, top, bottom })
    }
    return found
  })
}

function columnsOf(page: Page): Promise<Column[]> {
  return page
    .locator('.page:not([hidden]) .column')
    .evaluateAll((columns) => columns.map((column) => ({ left: column.getBoundingClientRect().left })))
}

function overlapsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const shown = (selector: string) =>
      all(selector).filter((one) => one.checkVisibility({ visibilityProperty: true }))
    const isCovering = (one: Element, other: Element) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      return width > 1 && height > 1
    }
    const groups = [
      shown('h1:not(.unseen), .row, .heading, footer'),
      ...shown('.line').map((line) => [
        ...line.querySelectorAll('.title, .name, .cell, .line > .price, .sold-out'),
      ]),
    ]
    return groups.flatMap((group) =>
      group.flatMap((one, index) => {
        const covered = group.slice(index + 1).filter((other) => isCovering(one, other))
        return covered.map((other) => `${one.textContent} | ${other.textContent}`)
      }),
    )
  })
}
