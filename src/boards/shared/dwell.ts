const FIRST_GLANCE_MS = 4_000
const MS_PER_ITEM = 900
const MIN_PAGE_MS = 12_000
const MAX_PAGE_MS = 40_000

/** Returns how long a page is shown: long enough to read its items. */
export function dwellMs(items: number): number {
  return Math.min(MAX_PAGE_MS, Math.max(MIN_PAGE_MS, FIRST_GLANCE_MS + MS_PER_ITEM * items))
}
