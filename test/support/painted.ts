/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** What a page of a board has painted, in its whole window, or on a phone in the whole page. */
export interface Painted {
  /** Texts and parts of the board that lie on each other. */
  readonly overlaps: readonly string[]
  /** Texts that reach out of the window, apart from those that are meant to be cut. */
  readonly outside: readonly string[]
  /** The rows of items, sizes and options, with the marks in them that can be seen, and those that cannot. */
  readonly rows: readonly Row[]
  /** The texts of headings, of the legend and of the sentence of a law that can be seen. */
  readonly others: readonly string[]
}

export interface Row {
  readonly isItem: boolean
  /** The names, prices, calories and descriptions that can be seen, these at least in part. */
  readonly texts: readonly string[]
  readonly marks: readonly string[]
  readonly unseen: readonly string[]
}

/** Boxes that must not touch. */
const PARTS =
  'h1:not(.unseen), .row, .heading, .legend, .statement, #legend, #statement, #position, footer:not(:has(#legend))'
const ROWS = '.row, tr.item, tr.option, tr.prices'
const TEXTS = '[dir="auto"], .price, .amount, .calories, .statement, #statement'
const OTHERS = '.heading:not(.repeated), thead tr, #footnotes, footer'
/** Televisions may cut off so much of the screen at each edge. */
const UNSAFE = 0.05
/** Texts end with dots here if there is no space, and are hidden from nobody who needs them. */
const CUT = '.next, .groups'
/** How much of the height of a line is surely ink: fonts reserve space above and below. */
const INK = 0.5

/** Returns how many pages a board has. The basic board writes their number. */
export async function countPages(page: Page): Promise<number> {
  const position = await page.locator('#page').allTextContents()
  if (position.length === 0) return page.locator('.page:not(.hidden-page)').count()
  return Number(/\d+$/.exec(position.join())?.[0] ?? 1)
}

/** Measures the page of a board that is shown. */
export function paintedOn(page: Page): Promise<Painted> {
  return page.evaluate(
    ({ parts, rows, cut, ink, texts: pieces, others, unsafe }) => {
      interface Box {
        readonly source: Node
        readonly text: string
        readonly left: number
        readonly right: number
        readonly top: number
        readonly bottom: number
      }
      const isScrolling = document.documentElement.classList.contains('handheld')
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.unseen, [style*="visibility"]')
      /** Other pages of the basic board are beside the one that is shown, where the frame cuts them off. */
      const isOnPage = (element: Element) => !isEmpty(within(boxOf(element), element.parentElement))
      const shown = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((element) => isShown(element) && isOnPage(element))

      /** The part of a box that the elements around it do not cut off. */
      const within = (box: Box, parent: Element | null): Box => {
        const { overflow, display } = parent ? getComputedStyle(parent) : { overflow: 'visible', display: '' }
        if (!parent || parent === document.body) return box
        if (overflow === 'visible' || display === 'inline') return within(box, parent.parentElement)
        const { left, right, top, bottom } = parent.getBoundingClientRect()
        const seen = {
          ...box,
          left: Math.max(box.left, left),
          right: Math.min(box.right, right),
          top: Math.max(box.top, top),
          bottom: Math.min(box.bottom, bottom),
        }
        return within(seen, parent.parentElement)
      }
      const isEmpty = ({ left, right, top, bottom }: Box) => right - left < 0.5 || bottom - top < 0.5

      /** The lines of a text, as high as their ink at least is. */
      const linesOf = (node: Node): Box[] => {
        const parent = node.parentElement
        if (!parent || !isShown(parent)) return []
        return rectsOf(node).flatMap(({ left, right, top, bottom }) => {
          const trim = ((bottom - top) * (1 - ink)) / 2
          const line = {
            source: node,
            text: node.textContent?.trim() ?? '',
            left,
            right,
            top: top + trim,
            bottom: bottom - trim,
          }
          const seen = within(line, parent)
          return isEmpty(line) || isEmpty(seen) ? [] : [seen]
        })
      }
      const nodesIn = (root: Node): Node[] => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const found: Node[] = []
        while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) found.push(walker.currentNode)
        return found
      }
      const rectsOf = (node: Node): DOMRect[] => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()]
      }
      const rectsIn = (root: Node): DOMRect[] => nodesIn(root).flatMap(rectsOf)
      const textsOf = (root: Node): Box[] => nodesIn(root).flatMap(linesOf)
      const textAt = ({ text, left, right, top, bottom }: Box) =>
        `${text.slice(0, 50)} (${[left, top, right, bottom].map(Math.round).join(' ')})`
      const overlapsOf = (boxes: readonly Box[]) => {
        const sorted = [...boxes].sort((one, other) => one.top - other.top)
        return sorted.flatMap((one, index) => {
          const found: string[] = []
          for (const other of sorted.slice(index + 1)) {
            if (other.top > one.bottom) break
            const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
            const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
            // Of a hyphenated text, browsers return the first line twice.
            const areTwo = one.source !== other.source
            if (areTwo && width > 1 && height > 1) found.push(`${textAt(one)} | ${textAt(other)}`)
          }
          return found
        })
      }
      const boxOf = (element: Element): Box => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return {
          source: element,
          text: `${element.className} ${element.textContent}`,
          left,
          right,
          top,
          bottom,
        }
      }
      const pixel = Math.min(innerWidth, innerHeight) / 1080
      const [edge, end] = isScrolling ? [0, 0] : [innerWidth * unsafe - pixel, innerHeight * unsafe - pixel]
      const isInside = ({ left, right, top, bottom }: Box) =>
        left >= edge - 0.5 &&
        right <= innerWidth - edge + 0.5 &&
        (isScrolling || (top >= end - 0.5 && bottom <= innerHeight - end + 0.5))

      const isPainted = (mark: Element) => {
        // Unlike scrollIntoView, this does not scroll what is cut off into view.
        if (isScrolling) scrollBy(0, mark.getBoundingClientRect().top - innerHeight / 2)
        const lines = textsOf(mark)
        const isWhole = (line: Box) => {
          const top = document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2)
          return isInside(line) && top !== null && (mark.contains(top) || top.contains(mark))
        }
        const all = rectsIn(mark).filter(({ width, height }) => width > 0.5 && height > 0.5)
        if (mark.closest('.description')) return lines.some(isWhole)
        return all.length > 0 && lines.length === all.length && lines.every(isWhole)
      }
      const paintedIn = (element: Element) =>
        [...element.querySelectorAll(pieces)]
          .filter(isPainted)
          .map(({ textContent }) => textContent?.trim() ?? '')
      const rowOf = (element: Element) => {
        const all = [...element.querySelectorAll('.mark')]
        const seen = all.filter(isPainted)
        const textOf = (mark: Element) => mark.textContent ?? ''
        return {
          isItem: element.matches('.item'),
          texts: paintedIn(element),
          marks: seen.map(textOf),
          unseen: all.filter((mark) => !seen.includes(mark)).map(textOf),
        }
      }
      const texts = textsOf(document.body)
      const cuttable = shown(cut)
        .flatMap(textsOf)
        .map(({ text }) => text)
      const boxes = shown(parts)
        .filter((element) => element.textContent?.trim())
        .map(boxOf)
      const outside = texts.filter((box) => !isInside(box) && !cuttable.includes(box.text))
      return {
        overlaps: [...overlapsOf(texts), ...overlapsOf(boxes)],
        outside: outside.map(({ text }) => text),
        rows: shown(rows).map(rowOf),
        others: shown(others).flatMap(paintedIn),
      }
    },
    { parts: PARTS, rows: ROWS, cut: CUT, ink: INK, texts: TEXTS, others: OTHERS, unsafe: UNSAFE },
  )
}
