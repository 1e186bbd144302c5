import type { Group } from '../../menu/schema.ts'

/** The lines of a 55-inch screen that is read from three metres: 16 in each of three columns. */
const LINES_ON_PAGE = 48
/** The most pages that guests wait for. */
const MAX_PAGES = 4

/** Returns a note about a menu that is too long for a screen, however short its names are; an empty list if it may fit. */
export function pagesNote(menu: string, groups: readonly Group[]): string[] {
  const pages = Math.ceil(linesOf(groups) / LINES_ON_PAGE)
  if (pages <= MAX_PAGES) return []
  return [
    `${menu} takes at least ${pages} pages of a 55-inch screen that is read from three metres. Fewer: a shorter distance, or several screens that share it.`,
  ]
}

/** Each item and the heading of its group take a line at least. */
function linesOf(groups: readonly Group[]): number {
  return groups.reduce(
    (sum, { items, groups: children }) => sum + items.length + (items.length > 0 ? 1 : 0) + linesOf(children),
    0,
  )
}
