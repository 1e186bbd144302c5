import { element } from '../../browser/elements.ts'

/** The size of descriptions as a share of the size of names, and their smallest size. */
const DETAIL = 0.7
const SMALLEST_DETAIL_VMIN = 2.9

/** How the pages of a menu look. */
export interface Style {
  readonly columns: number
  /** The size of names. Details are smaller, but never too small to be read. */
  readonly sizeVmin: number
  /** How much of the descriptions is shown. */
  readonly descriptions: 'all' | 'short' | 'none'
}

/** Creates a page without rows, which is hidden while it is filled. */
export function createPage({ columns, sizeVmin, descriptions }: Style): HTMLElement {
  const cells = Array.from({ length: columns }, () => element('td', 'column'))
  const table = element(
    'table',
    `page filling columns-${columns} ${descriptions}`,
    element('tr', '', ...cells),
  )
  table.style.fontSize = `${sizeVmin}vmin`
  table.style.setProperty('--detail', `${Math.max(SMALLEST_DETAIL_VMIN, DETAIL * sizeVmin)}vmin`)
  table.setAttribute('role', 'presentation')
  return table
}
