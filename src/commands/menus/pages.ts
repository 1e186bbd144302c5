import type { Group } from '../../menu/schema.ts'

/** What a 55-inch screen that is read from three metres has room for: 16 lines in each of three columns. */
const LINES_ON_PAGE = 48
/** Guests do not wait for more pages. */
const MAX_PAGES = 4

/** Returns what to say about a menu that is too long for a screen, however short its names are; nothing if it may fit. */
export function pagesNote(menu: string, groups: readonly Group[]): string[] {
  const pages = Math.ceil(linesOf(groups) / LINES_ON_PAGE)
  if (pages <= MAX_PAGES) return []
  return [
    `${menu} takes at least ${pages} pages of a 55-inch screen that is read from three metres. For its first minute, a board says how many, and what would make them fewer.`,
  ]
}

/** Each item and the heading of its group take a line at least. */
function linesOf(groups: readonly Group[]): number {
  return groups.reduce(
    (sum, { items, groups: children }) => sum + items.length + (items.length > 0 ? 1 : 0) + linesOf(children),
    0,
  )
}
