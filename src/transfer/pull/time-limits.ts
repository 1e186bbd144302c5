import { TIME_LIMITS, type TimeLimits } from '../../lib/http-client/time-limits.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'

export interface PullTimeLimits extends TimeLimits {
  /** Everything that is read. Without it, a service that is slow with each of many pages would be read for days. */
  readonly finishWithinMs: number
}

/** Long enough for all that fits into memory, over a slow network. */
export const PULL_TIME_LIMITS: PullTimeLimits = { ...TIME_LIMITS, finishWithinMs: 30 * MINUTE_MS }
