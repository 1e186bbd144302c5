import { element, ownText } from '../../browser/elements.ts'
import type { Group } from '../../browser/menu/menu-fields.ts'
import type { WithParents } from '../../browser/tree.ts'
import { shownText } from '../shared/shown-text.ts'
import type { Unit } from './units.ts'

/** Creates the table of a group, with its headings and the labels of its columns, and without rows. */
export function tableOf({ headings, sizes }: Unit, isContinued: boolean): HTMLTableElement {
  const labels = (sizes?.names ?? []).map((name) => {
    const label = element('th', 'label', ownText('', name))
    label.scope = 'col'
    return label
  })
  const last = headings.length - 1
  const head = element('thead', '')
  headings.forEach((placed, index) => {
    if (!isContinued || index === last)
      appendHeading(head, placed, index === last ? labels : [], 1 + Math.max(1, labels.length), isContinued)
  })
  return element('table', 'group', head)
}

function appendHeading(
  head: HTMLElement,
  { node: { name, description }, parents }: WithParents<Group>,
  labels: readonly HTMLElement[],
  columns: number,
  isContinued: boolean,
): void {
  const text = element(parents.length > 0 ? 'h3' : 'h2', '', shownText('group', name))
  const heading = element('td', 'group-name', text)
  heading.colSpan = columns - labels.length
  head.appendChild(element('tr', '', heading, ...labels))
  if (isContinued || !description) return
  const about = element(
    'td',
    'about',
    element('p', 'description', shownText('groupDescription', description)),
  )
  about.colSpan = columns
  head.appendChild(element('tr', '', about))
}
