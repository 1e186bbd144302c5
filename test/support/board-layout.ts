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

/** A part of a group in one column. */
interface Part {
  readonly name: string
  readonly items: number
}

interface Column {
  readonly left: number
  readonly height: number
  readonly parts: readonly Part[]
  readonly endsWithHeading: boolean
}

export interface Layout {
  readonly texts: readonly Text[]
  readonly columns: readonly Column[]
  /** Rows, headings, names and prices that cover each other. */
  readonly overlaps: readonly string[]
  /** The smallest difference of the heights of the columns that a permitted division has, as a share of the highest. */
  readonly bestDifference: number
}

/** Measures the page of a board that is shown. */
export async function measureLayout(page: Page): Promise<Layout> {
  const [texts, columns, overlaps, bestDifference] = await Promise.all([
    textsOf(page),
    columnsOf(page),
    overlapsOf(page),
    bestDifferenceOf(page),
  ])
  return { texts, columns, overlaps, bestDifference }
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
        parent.closest('.unseen, .measurer') ||
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
  return page.evaluate(() => {
    const columns = [...document.querySelectorAll('.page:not([hidden]) .column')]
    return columns.map((column) => {
      const { firstElementChild: first, lastElementChild: last } = column
      const [top, bottom] = [first?.getBoundingClientRect().top, last?.getBoundingClientRect().bottom]
      const parts = [...column.querySelectorAll('.rows')].map((rows) => ({
        name: rows.previousElementSibling?.querySelector('.title > [dir]')?.textContent ?? '',
        items: rows.querySelectorAll('.item').length,
      }))
      const { left } = column.getBoundingClientRect()
      return {
        left,
        height: (bottom ?? 0) - (top ?? 0),
        parts,
        endsWithHeading: last?.matches('.heading') ?? true,
      }
    })
  })
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

/** Tries all divisions of a page among its columns that keep two items of a group together at each end. */
function bestDifferenceOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const frame = document.querySelector<HTMLElement>('#menu')
    const columns = [...document.querySelectorAll<HTMLElement>('.page:not([hidden]) .column')]
    const page = document.querySelector<HTMLElement>('.page:not([hidden])')
    const space = Number.parseFloat(page?.style.getPropertyValue('--heading-space') ?? '0')
    const em = Number.parseFloat(frame?.style.fontSize ?? '0')
    const heightOf = (element: Element | undefined) => element?.getBoundingClientRect().height ?? 0
    const blocks = columns.flatMap((column) => [...column.querySelectorAll('.row, .heading:not(.lead)')])
    const isHeading = (block: Element | undefined) => block?.matches('.heading') ?? false
    const above = blocks.map((block, index) =>
      isHeading(block) ? (isHeading(blocks[index - 1]) ? 0.45 * em : space) : 0,
    )
    const headings = blocks.map((_, index) =>
      blocks
        .slice(0, index + 1)
        .reverse()
        .find(isHeading),
    )
    const itemsBetween = (from: number, to: number) =>
      blocks.slice(from, to).filter((block) => block.matches('.item')).length
    const isPermitted = (index: number) => {
      if (isHeading(blocks[index])) return !isHeading(blocks[index - 1])
      const first = headings[index] ? blocks.indexOf(headings[index]) : index
      const next = blocks.findIndex((block, place) => place > index && isHeading(block))
      const last = next < 0 ? blocks.length : next
      return (
        blocks[index]?.matches('.item') && itemsBetween(first, index) >= 2 && itemsBetween(index, last) >= 2
      )
    }
    const columnHeight = (from: number, to: number) => {
      const lead = from > 0 && !isHeading(blocks[from]) ? heightOf(headings[from]) : 0
      const heights = blocks.slice(from, to).map((block, index) => {
        return heightOf(block) + (index === 0 ? 0 : (above[from + index] ?? 0))
      })
      return lead + heights.reduce((sum, height) => sum + height, 0)
    }
    // On a phone, the parts of a long menu are below each other.
    const count = new Set(columns.map((column) => column.getBoundingClientRect().left)).size
    let best = 1
    const divide = (starts: readonly number[]) => {
      const from = starts[starts.length - 1] ?? 0
      if (starts.length === count) {
        const heights = starts.map((start, index) => columnHeight(start, starts[index + 1] ?? blocks.length))
        const highest = Math.max(...heights)
        if (highest <= (frame?.clientHeight ?? 0)) best = Math.min(best, 1 - Math.min(...heights) / highest)
        return
      }
      for (let to = from + 1; to < blocks.length; to++) if (isPermitted(to)) divide([...starts, to])
    }
    divide([0])
    return best
  })
}
