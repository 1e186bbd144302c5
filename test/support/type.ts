/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** How a text is set. */
interface TypeOfText {
  readonly text: string
  readonly sizePx: number
  readonly weight: number
  readonly family: string
  readonly colour: string
  /** Whether it is a name, a price or a size, which guests must read from afar. */
  readonly isMain: boolean
  /** The height of its capitals, or of those that stand for small letters. */
  readonly capitalPx: number
}

/** The type of the page that is shown. */
export interface TypeOnPage {
  readonly all: readonly TypeOfText[]
  readonly headings: readonly TypeOfText[]
  /** Names of items, without those of their sizes. */
  readonly names: readonly TypeOfText[]
  readonly calories: readonly TypeOfText[]
  readonly statement: readonly TypeOfText[]
  /** The width of the smallest Arabic zero in a price. */
  readonly zeroPx: number
}

/** Measures how the texts of a board are set. */
export function typeOn(page: Page): Promise<TypeOnPage> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('No canvas')
    /** Measured in large letters, since browsers round what they measure. */
    const measure = (style: CSSStyleDeclaration, text: string) => {
      context.font = `${style.fontWeight} 1000px ${style.fontFamily}`
      const { actualBoundingBoxAscent, actualBoundingBoxLeft, actualBoundingBoxRight } =
        context.measureText(text)
      const scale = Number.parseFloat(style.fontSize) / 1000
      return {
        ascent: actualBoundingBoxAscent * scale,
        width: (actualBoundingBoxLeft + actualBoundingBoxRight) * scale,
      }
    }
    /** Small capitals are as high as a small letter, and a little more. */
    const capitalOf = (style: CSSStyleDeclaration) =>
      measure(style, style.fontVariantCaps === 'normal' ? 'H' : 'x').ascent
    const parents = (root: ParentNode, selector: string) => {
      const texts: Element[] = []
      for (const one of root.querySelectorAll(selector)) {
        const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const { parentElement, textContent } = walker.currentNode
          if (parentElement && textContent?.trim()) texts.push(parentElement)
        }
      }
      return texts.filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, .hidden-page, #hints'),
      )
    }
    const typeOf = (one: Element) => {
      const style = getComputedStyle(one)
      return {
        text: one.textContent ?? '',
        sizePx: Number.parseFloat(style.fontSize),
        weight: Number(style.fontWeight),
        family: style.fontFamily,
        colour: style.color,
        isMain: one.closest('.name, .price, .cell') !== null && one.closest('small') === null,
        capitalPx: capitalOf(style),
      }
    }
    const typesOf = (selector: string) => parents(document, selector).map(typeOf)
    return {
      all: typesOf('body'),
      headings: typesOf('h1, .title > [dir]'),
      names: parents(document, '.item > .line > .name > [dir]:first-child').map(typeOf),
      calories: typesOf('.calories'),
      statement: typesOf('.statement'),
      zeroPx: Math.min(
        ...parents(document, '.price').map((one) => measure(getComputedStyle(one), '\u0660').width),
      ),
    }
  })
}
