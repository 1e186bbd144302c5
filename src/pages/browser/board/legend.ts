import { element, fillWith } from '../shared/elements.ts'
import type { Labelling } from './labelling.ts'
import type { Mark, Marks } from './marks.ts'

/** Creates the marks after a name; undefined if there are none. */
export function marksElement(marks: readonly Mark[]): HTMLElement | undefined {
  if (marks.length === 0) return undefined
  return element('small', 'marks', ...marks.flatMap((mark) => [' ', markElement(mark)]))
}

function markElement({ tag, text }: Mark): HTMLElement {
  const created = element('span', 'mark', text)
  created.dir = 'auto'
  created.dataset['tag'] = tag
  return created
}

/** What is below the menu: the legend of the marks, and the sentences of a law. */
export interface Notes {
  /** Reserves the space for the legend of these parts of a menu, so that its pages have the same space. */
  readonly reserve: (parts: readonly Element[]) => void
  /** Makes the sentences as large as a text, so that no calories are larger; small again without one. */
  readonly resize: (text?: HTMLElement) => void
  /** Shows the legend of a page; nothing at all without one. */
  readonly showPage: (page: Element | undefined) => void
}

export function createNotes(target: HTMLElement, marks: Marks, labelling: Labelling | undefined): Notes {
  const legend = element('p', 'legend')
  legend.lang = marks.language
  const statement = element('p', 'statement', labelling?.statement)
  statement.lang = 'en'
  statement.dir = 'ltr'
  fillWith(target, legend, ...(labelling ? [statement] : []))

  return {
    reserve: (parts) => {
      target.hidden = false
      legend.style.minHeight = ''
      explain(parts)
      legend.style.minHeight = `${legend.getBoundingClientRect().height}px`
    },
    resize: (text) => {
      statement.style.fontSize = text ? getComputedStyle(text).fontSize : ''
    },
    showPage: (page) => {
      target.hidden = page === undefined
      if (page) explain([page])
    },
  }

  function explain(parts: readonly Element[]): void {
    const shown = parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>('.mark')])
    const explained = marks.of(shown.map(({ dataset }) => dataset['tag'] ?? '')).flatMap(entryOf)
    const entries = explained.flatMap((entry, index) => (index === 0 ? [entry] : [' · ', entry]))
    fillWith(legend, ...entries, marks.sentence)
  }
}

function entryOf({ text, meaning }: Mark): HTMLElement[] {
  return meaning === undefined ? [] : [element('span', 'entry', element('b', '', text), ` ${meaning}`)]
}
