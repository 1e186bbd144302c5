import { appendTo, element, replaceChildrenOf } from '../../browser/elements.ts'
import type { Mark, Marks } from './marks.ts'

/** This many marks of one or two letters fit beside a name, or below it, on any screen. */
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

/** Writes the meanings of the marks for some tags, such as “G gluten · M milk”, each in one line. */
export function fillLegend(legend: HTMLElement, marks: Marks, tags: Iterable<string>, space = ' '): void {
  const entries: (Node | string)[] = []
  for (const { text, meaning } of marks.of(tags)) {
    if (meaning === undefined) continue
    if (entries.length > 0) entries.push(' · ')
    entries.push(element('span', 'entry', element('b', '', text), space + meaning))
  }
  legend.lang = marks.language
  replaceChildrenOf(legend, ...entries, marks.sentence)
}
