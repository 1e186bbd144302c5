import { element, replaceChildrenOf } from '../../browser/elements.ts'
import type { Labelling } from '../shared/labelling.ts'
import { fillLegend } from '../shared/legend.ts'
import type { Marks } from '../shared/marks.ts'

/** The notes below the menu: the legend of the marks, and the sentences of a law. */
export interface Footnotes {
  /**
   * Prepares the notes for a menu with these tags, so that all of its pages have the same space.
   * @returns a function that returns the height of the notes beside text of a size. The sentences of a law are as large as names
   */
  readonly prepare: (tags: Iterable<string>) => (sizePx: number) => number
  /** The height of the notes that are shown. */
  readonly height: () => number
  /** Shows the notes as they were prepared, beside text of a size. */
  readonly show: (sizePx: number) => void
  /** Shows the legend of a page. Without a page, the notes are hidden. */
  readonly showPage: (page: Element | undefined) => void
}

export function createFootnotes(
  target: HTMLElement,
  marks: Marks,
  labelling: Labelling | undefined,
): Footnotes {
  const notes = fillNotes(target, marks, labelling)
  // The screen does not change while a menu is laid out, so the notes are measured in a copy.
  const copy = fillNotes(element('div', 'notes'), marks, labelling)
  const around = element('div', 'notes-copy', copy.target)
  around.ariaHidden = 'true'
  target.after(around)
  const heightOf = ({ height }: DOMRect) => height

  return {
    prepare: (tags) => {
      copy.explain(tags)
      return (sizePx) => {
        copy.statement.style.fontSize = sizeOfNames(sizePx)
        return heightOf(copy.target.getBoundingClientRect())
      }
    },
    height: () => heightOf(target.getBoundingClientRect()),
    show: (sizePx) => {
      notes.statement.style.fontSize = sizeOfNames(sizePx)
      notes.legend.style.minHeight = `${heightOf(copy.legend.getBoundingClientRect())}px`
    },
    showPage: (page) => {
      target.hidden = page === undefined
      const shown = page ? [...page.querySelectorAll<HTMLElement>('.mark')] : []
      notes.explain(shown.map(({ dataset }) => dataset['tag'] ?? ''))
    },
  }
}

/**
 * Returns the size of names for a nominal text size, which a look may scale. It is rounded up, so that it is never too small.
 */
function sizeOfNames(sizePx: number): string {
  return `calc(${Math.ceil(sizePx)}px * var(--text-scale, 1))`
}

function fillNotes(target: HTMLElement, marks: Marks, labelling: Labelling | undefined) {
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
