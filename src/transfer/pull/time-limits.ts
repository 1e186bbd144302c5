import { TIME_LIMITS } from '../../lib/http-client/time-limits.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'

export type PullTimeLimits = Readonly<typeof PULL_TIME_LIMITS>

export const PULL_TIME_LIMITS = {
  ...TIME_LIMITS,
  /**
   * Everything that is read. Without it, a service that is slow with each of many pages would be read for days. Long enough for all
   * that fits into memory, over a slow network.
   */
  finishWithinMs: 30 * MINUTE_MS,
}
