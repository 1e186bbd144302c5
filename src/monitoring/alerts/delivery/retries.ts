import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../lib/time/durations.ts'

/** After each failed attempt, how long until the next: more than three days together. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** By how much a wait differs at most, so that messages that failed together do not come back together. */
const JITTER = 0.2
const LONGEST_ASKED_MS = 24 * HOUR_MS

/** Whether a message that was tried so often without success is given up. */
export function isGivenUp(attempts: number): boolean {
  return attempts > WAITS_MS.length
}

/**
 * How long to wait before a message is sent again, in milliseconds. It is the same each time it is computed.
 * @param attempts how often it was tried, from 1
 * @param askedMs how long the receiver asks to wait
 */
export function retryWaitMs(messageId: string, attempts: number, askedMs = 0): number {
  const plainMs = WAITS_MS[attempts - 1] ?? 24 * HOUR_MS
  const ownMs = plainMs * (1 + JITTER * (2 * fractionOf(`${messageId}:${attempts}`) - 1))
  return Math.round(Math.max(ownMs, Math.min(askedMs, LONGEST_ASKED_MS)))
}

/** A number from 0 to 1 that looks random. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
}
