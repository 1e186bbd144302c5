import type { Space } from './arrange.ts'
import type { LayoutContext, Style } from './context.ts'

/** How a menu is laid out, and divided into pages. */
export interface Fit extends Style {
  readonly pages: number
  /** Whether each page is on a screen of its own. */
  readonly hasScreenPerPage: boolean
}

export function spaceOf({ heightFor }: LayoutContext, { size, columns, pages }: Fit): Space {
  return {
    columns: columns * pages,
    columnsOnPage: columns,
    height: heightFor(size),
  }
}
