import { MINUTE_MS } from '../../lib/time/durations.ts'

/**
 * How long a board shows its menu after its key was rejected. A key that is revoked by mistake, or replaced, must not blank a
 * screen at noon, but old prices must not be shown for longer.
 */
export const REJECTED_KEY_GRACE_MS = 10 * MINUTE_MS

const FIRST_GLANCE_MS = 4_000
const MS_PER_ITEM = 900
const MIN_PAGE_MS = 12_000
const MAX_PAGE_MS = 40_000

/** Returns how long a page is shown: long enough to read its items. */
export function pageMs(items: number): number {
  return Math.min(MAX_PAGE_MS, Math.max(MIN_PAGE_MS, FIRST_GLANCE_MS + MS_PER_ITEM * items))
}
