import { MINUTE_MS } from '../../lib/time/durations.ts'

/**
 * How long a board shows its menu after its key was rejected. A key that is revoked by mistake, or replaced, must not blank a
 * screen at noon, but old prices must not be shown for longer.
 */
export const REJECTED_KEY_GRACE_MS = 10 * MINUTE_MS
