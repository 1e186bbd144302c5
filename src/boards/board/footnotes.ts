import { element, replaceChildrenOf } from '../../browser/elements.ts'
import type { Labelling } from '../shared/labelling.ts'
import { fillLegend } from '../shared/mark-elements.ts'
import type { Marks } from '../shared/marks.ts'

/** The footnotes below the menu: the legend of the marks, and the statement of a labelling. */
export interface Footnotes {
  /**
   * Prepares the footnotes for a menu with these tags, so that all of its pages have the same space.
   * @returns a function that returns the height of the footnotes below menu text of a size. The statement has the same size
   */
  readonly prepare: (tags: Iterable<string>) => (textPx: number) => number
  /** The height of the footnotes that are shown. */
  readonly height: () => number
  /** Sizes the prepared footnotes for menu text of this size. */
  readonly fitTo: (textPx: number) => void
  /** Shows the legend of a page. Without a page, the footnotes are hidden. */
  readonly showPage: (page: Element | undefined) => void
}

export function createFootnotes(
  target: HTMLElement,
  marks: Marks,
  labelling: Labelling | undefined,
): Footnotes {
  const footnotes = fillFootnotes(target, marks, labelling)
  // The screen does not change while a menu is laid out, so the footnotes are measured in a copy.
  const copy = fillFootnotes(element('div', 'footnotes'), marks, labelling)
  const clipped = element('div', 'footnotes-copy', copy.target)
  clipped.ariaHidden = 'true'
  target.after(clipped)
  const heightOf = ({ height }: DOMRect) => height

  return {
    prepare: (tags) => {
      copy.explain(tags)
      return (textPx) => {
        copy.statement.style.fontSize = fontSizeOfNames(textPx)
        return heightOf(copy.target.getBoundingClientRect())
      }
    },
    height: () => heightOf(target.getBoundingClientRect()),
    fitTo: (textPx) => {
      footnotes.statement.style.fontSize = fontSizeOfNames(textPx)
      footnotes.legend.style.minHeight = `${heightOf(copy.legend.getBoundingClientRect())}px`
    },
    showPage: (page) => {
      target.hidden = page === undefined
      const shown = page ? [...page.querySelectorAll<HTMLElement>('.mark')] : []
      footnotes.explain(shown.map(({ dataset }) => dataset['tag'] ?? ''))
    },
  }
}

/**
 * Returns the size of names for a nominal text size, which a look may scale. It is rounded up, so that it is never too small.
 */
function fontSizeOfNames(textPx: number): string {
  return `calc(${Math.ceil(textPx)}px * var(--text-scale, 1))`
}

function fillFootnotes(target: HTMLElement, marks: Marks, labelling: Labelling | undefined) {
  const legend = element('p', 'legend')
  const statement = element('p', 'statement', labelling?.statement)
  statement.lang = 'en'
  statement.dir = 'ltr'
  replaceChildrenOf(target, legend, ...(labelling ? [statement] : []))
  return {
    target,
    legend,
    statement,
    explain: (tags: Iterable<string>) => fillLegend(legend, marks, tags),
  }
}
