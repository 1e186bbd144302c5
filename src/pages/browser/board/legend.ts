import { appendTo, element, fillWith } from '../shared/elements.ts'
import type { Labelling } from './labelling.ts'
import type { Mark, Marks } from './marks.ts'

/** So many letters fit beside a name, or below it, on any screen. */
const FEW_MARKS = 8

/** Creates the marks after a name; undefined if there are none. */
export function marksElement(marks: readonly Mark[]): HTMLElement | undefined {
  if (marks.length === 0) return undefined
  const areFew = marks.length <= FEW_MARKS && marks.every(({ meaning }) => meaning !== undefined)
  const created = element('small', areFew ? 'marks few' : 'marks')
  marks.forEach((mark, index) => {
    appendTo(created, [index > 0 ? ' ' : undefined, markElement(mark)])
  })
  return created
}

function markElement({ tag, text }: Mark): HTMLElement {
  const created = element('span', 'mark', text)
  created.dir = 'auto'
  created.dataset['tag'] = tag
  return created
}

/** What is below the menu: the legend of the marks, and the sentences of a law. */
export interface Notes {
  /**
   * Prepares the notes for a menu with these tags, so that all of its pages have the same space.
   * @returns how high the notes are if their sentences are as large as names, so that no calories are larger
   */
  readonly prepare: (tags: Iterable<string>) => (sizePx: number) => number
  /** How high the notes are that are shown. */
  readonly height: () => number
  /** Shows the notes as they were prepared, beside text of a size. */
  readonly show: (sizePx: number) => void
  /** Shows the legend of a page; nothing at all without one. */
  readonly showPage: (page: Element | undefined) => void
}

export function createNotes(target: HTMLElement, marks: Marks, labelling: Labelling | undefined): Notes {
  const notes = fillNotes(target, marks, labelling)
  // What is shown does not change while a menu is laid out, so its notes are measured in a copy.
  const trial = fillNotes(element('div', 'notes'), marks, labelling)
  const around = element('div', 'notes-trial', trial.target)
  around.ariaHidden = 'true'
  target.after(around)
  const heightOf = ({ height }: DOMRect) => height

  return {
    prepare: (tags) => {
      trial.explain(tags)
      return (sizePx) => {
        trial.statement.style.fontSize = sizeOfNames(sizePx)
        return heightOf(trial.target.getBoundingClientRect())
      }
    },
    height: () => heightOf(target.getBoundingClientRect()),
    show: (sizePx) => {
      notes.statement.style.fontSize = sizeOfNames(sizePx)
      notes.legend.style.minHeight = `${heightOf(trial.legend.getBoundingClientRect())}px`
    },
    showPage: (page) => {
      target.hidden = page === undefined
      const shown = page ? [...page.querySelectorAll<HTMLElement>('.mark')] : []
      notes.explain(shown.map(({ dataset }) => dataset['tag'] ?? ''))
    },
  }
}

/** Returns the size that names have beside a nominal size of the text, which a look may scale; rounded up, so that it is never less. */
function sizeOfNames(sizePx: number): string {
  return `calc(${Math.ceil(sizePx)}px * var(--text-scale, 1))`
}

function fillNotes(target: HTMLElement, marks: Marks, labelling: Labelling | undefined) {
  const legend = element('p', 'legend')
  legend.lang = marks.language
  const statement = element('p', 'statement', labelling?.statement)
  statement.lang = 'en'
  statement.dir = 'ltr'
  fillWith(target, legend, ...(labelling ? [statement] : []))
  return { target, legend, statement, explain }

  function explain(tags: Iterable<string>): void {
    const explained = marks.of(tags).flatMap(entryOf)
    const entries = explained.flatMap((entry, index) => (index === 0 ? [entry] : [' · ', entry]))
    fillWith(legend, ...entries, marks.sentence)
  }
}

function entryOf({ text, meaning }: Mark): HTMLElement[] {
  return meaning === undefined ? [] : [element('span', 'entry', element('b', '', text), ` ${meaning}`)]
}
