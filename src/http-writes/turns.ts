import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError } from '../http/errors.ts'

interface TurnsOptions {
  /** How many pieces of work run at the same time. */
  readonly atOnce: number
  /** How many pieces of work of one key may wait. Each holds its body. */
  readonly maxWaiting: number
  /** If given, the next work begins only after a pause as long as the last one took, but no longer than this. */
  readonly maxPauseMs?: number
}

/** For changes of one row: as many at once as fit into a transaction that ends soon. */
export const SMALL_CHANGES = { atOnce: 16, maxWaiting: 100 }

type Work = () => Promise<unknown>

/**
 * Creates a function that runs some work now, and other work later. Keys take turns, so the work of a key waits behind all
 * other work of that key, but behind one piece of each other key only.
 */
export function createTurns({ atOnce, maxWaiting, maxPauseMs = 0 }: TurnsOptions) {
  const waiting = new Map<string, readonly Work[]>()
  let running = 0

  async function runAll(): Promise<void> {
    running++
    for (let work = takeNext(); work; work = takeNext()) {
      const startMs = performance.now()
      await work().catch(() => {})
      const pauseMs = Math.min(performance.now() - startMs, maxPauseMs)
      if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false })
    }
    running--
  }

  /** Takes the first work of the key whose turn it is. If it has more, its next turn comes after those of all others. */
  function takeNext(): Work | undefined {
    const [next] = waiting
    if (next === undefined) return undefined
    const [keyId, [work, ...others]] = next
    waiting.delete(keyId)
    if (others.length > 0) waiting.set(keyId, others)
    return work
  }

  /** @throws {HttpError} 429 if too much work of the key waits already */
  return async <Result>(keyId: string, work: () => Promise<Result>): Promise<Result> => {
    const before = waiting.get(keyId) ?? []
    if (before.length >= maxWaiting) throw new HttpError(429, 'Too many requests', { 'retry-after': '1' })
    return new Promise((resolve, reject) => {
      waiting.set(keyId, [...before, () => work().then(resolve, reject)])
      if (running < atOnce) void runAll()
    })
  }
}
