import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/durations.ts'

/**
 * The wait after each failed attempt. Together, and without jitter, they exceed the three days after which a failing route is
 * turned off.
 */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
]
/** The largest random change of a wait, as a share, so that messages that failed together are not retried together. */
const JITTER = 0.2
const LONGEST_ASKED_MS = DAY_MS

/** Whether a message is given up after this number of failed attempts. */
export function isGivenUp(attempts: number): boolean {
  return attempts > WAITS_MS.length
}

/**
 * How long to wait before a message is sent again, in milliseconds.
 * @param attempts how often it was tried, from 1
 * @param askedMs how long the receiver asks to wait
 */
export function retryWaitMs(attempts: number, askedMs = 0): number {
  const plainMs = WAITS_MS[attempts - 1] ?? DAY_MS
  const ownMs = plainMs * (1 + JITTER * (2 * Math.random() - 1))
  return Math.round(Math.max(ownMs, Math.min(askedMs, LONGEST_ASKED_MS)))
}
