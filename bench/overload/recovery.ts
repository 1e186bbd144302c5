import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../measure.ts'
import { sendOnce } from './clients.ts'
import { PROBE_REQUEST } from './requests.ts'
import type { CorrectBodies } from './tally.ts'

const PROBE_INTERVAL_MS = 20
/** The number of consecutive usual responses after which the service counts as recovered. */
const REQUIRED_PROBES = 5
const TIMEOUT_MS = 60_000
/**
 * A response is usual if it takes at most this many times the usual time, or at most `MIN_LIMIT_MS`, since a
 * shared machine occasionally adds some delay.
 */
const LIMIT_FACTOR = 3
const MIN_LIMIT_MS = 10

/**
 * Sends a request every 20 ms, on new connections, until correct responses are as fast as usual.
 * @param usualMs the usual response time; Infinity to measure it
 * @returns the recovery time, or the usual response time if `usualMs` is Infinity, in milliseconds
 */
export async function waitForRecovery(
  port: number,
  correctBodies: CorrectBodies,
  usualMs: number,
): Promise<number> {
  const startMs = performance.now()
  const limitMs = Math.max(MIN_LIMIT_MS, usualMs * LIMIT_FACTOR)
  const times: number[] = []
  while (times.length < REQUIRED_PROBES) {
    if (performance.now() - startMs > TIMEOUT_MS) return TIMEOUT_MS
    const sentMs = performance.now()
    const response = await sendOnce(port, PROBE_REQUEST)
    const tookMs = performance.now() - sentMs
    const isCorrect =
      !(response instanceof Error) &&
      response.status === 200 &&
      correctBodies.get(PROBE_REQUEST.name)?.equals(response.body)
    if (isCorrect && tookMs <= limitMs) times.push(tookMs)
    else times.length = 0
    await sleep(PROBE_INTERVAL_MS)
  }
  return usualMs === Number.POSITIVE_INFINITY
    ? median(times)
    : Math.max(0, performance.now() - startMs - REQUIRED_PROBES * PROBE_INTERVAL_MS)
}
