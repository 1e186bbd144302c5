import { element, withOwnDirection } from '../../browser/elements.ts'
import type { Group } from '../../browser/menu/menu-fields.ts'
import { flattenGroups, type WithAncestors } from '../../browser/tree.ts'
import type { Presentation } from '../shared/presentation.ts'
import { withoutRedundantGroups } from '../shared/redundant-groups.ts'
import { shownText } from '../shared/shown-text.ts'
import { type PriceColumns, sharedSizes } from '../shared/sizes.ts'
import { tableRows } from './table-rows.ts'

/** The share of a column's width that text can use: bold letters are wider than others, and cells have edges. */
const USABLE_SHARE = 0.93

/** Creates a table for each group that has items or a description, with a body for each item. */
export function tablesOf(groups: readonly Group[], presentation: Presentation): HTMLElement[] {
  const widthEm = USABLE_SHARE * presentation.widthEm
  const tables: HTMLElement[] = []
  let headings: WithAncestors<Group>[] = []
  for (const entry of flattenGroups(withoutRedundantGroups(groups))) {
    headings.push(entry)
    const { items, groups: children } = entry.node
    // The name of this group is a heading of the table of its first child group.
    if (items.length === 0 && children.length > 0) continue
    const sizes = sharedSizes(items, { ...presentation, widthEm })
    const bodies = items.map((item) => element('tbody', '', ...tableRows(item, sizes, presentation)))
    tables.push(element('table', 'group', headOf(headings, sizes), ...bodies))
    headings = []
  }
  return tables
}

/** Creates the headings above a group, with the labels of its columns. Browsers repeat them where the group goes on. */
function headOf(headings: readonly WithAncestors<Group>[], sizes: PriceColumns | undefined): HTMLElement {
  const labels = (sizes?.names ?? []).map((name) => {
    const label = element('th', 'label', withOwnDirection(name))
    label.scope = 'col'
    return label
  })
  const head = element('thead', '')
  headings.forEach(({ node: { name, description }, ancestors }, index) => {
    const own = index === headings.length - 1 ? labels : []
    const text = element(ancestors.length > 0 ? 'h3' : 'h2', '', shownText('group', name))
    head.appendChild(element('tr', '', headingCell('group-name', text, sizes, own.length), ...own))
    if (!description) return
    const about = element('p', 'description', shownText('groupDescription', description))
    head.appendChild(element('tr', '', headingCell('about', about, sizes)))
  })
  return head
}

/** @param labels how many labels are beside the cell */
function headingCell(className: string, content: HTMLElement, sizes: PriceColumns | undefined, labels = 0) {
  const cell = element('td', className, content)
  cell.colSpan = 1 + (sizes?.names.length ?? 1) - labels
  return cell
}
