import type { Space } from './arrange.ts'
import type { Room, Style } from './room.ts'

/** The first pages are full rather than the last, if not all of them can be. */
const LAST_PAGE = 0.7

/** How a menu is laid out, and divided into pages. */
export interface Fit extends Style {
  readonly pages: number
  readonly limits: Space['limits']
  /** Whether each page is on a screen of its own. */
  readonly isEven: boolean
}

/** Returns the space of all pages. */
export function spaceOf({ heightFor }: Room, { size, columns, pages, limits }: Fit): Space {
  return {
    columns: columns * pages,
    columnsOnPage: columns,
    height: heightFor(size),
    limits,
    lastPage: LAST_PAGE,
  }
}
