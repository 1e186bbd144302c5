import { shownText } from '../board/shown-text.ts'
import { element, ownText } from '../shared/elements.ts'
import type { Group } from '../shared/menu/fields.ts'
import type { WithParents } from '../shared/tree.ts'
import type { Unit } from './units.ts'

/** Creates the table of a group, with its headings and the labels of its columns, and without rows. */
export function tableOf({ headings, sizes }: Unit, continued: string | undefined): HTMLTableElement {
  const labels = (sizes?.names ?? []).map((name) => {
    const label = element('th', 'label', ownText('', name))
    label.scope = 'col'
    return label
  })
  const last = headings.length - 1
  const head = element('thead', '')
  headings.forEach((placed, index) => {
    if (continued === undefined || index === last)
      appendHeading(head, placed, index === last ? labels : [], 1 + Math.max(1, labels.length), continued)
  })
  return element('table', 'group', head)
}

function appendHeading(
  head: HTMLElement,
  { node: { name, description }, parents }: WithParents<Group>,
  labels: readonly HTMLElement[],
  columns: number,
  continued: string | undefined,
): void {
  const text = element(parents.length > 0 ? 'h3' : 'h2', '', shownText('group', name))
  const note = continued === undefined ? undefined : element('small', '', ` (${continued})`)
  const heading = element('td', 'group-name', text, note)
  heading.colSpan = columns - labels.length
  head.appendChild(element('tr', '', heading, ...labels))
  if (continued !== undefined || !description) return
  const about = element(
    'td',
    'about',
    element('p', 'description', shownText('groupDescription', description)),
  )
  about.colSpan = columns
  head.appendChild(element('tr', '', about))
}
