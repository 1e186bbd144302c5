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

/** For changes of one row: those that run together are in one transaction. */
export const SMALL_CHANGES = { atOnce: 16, maxWaiting: 100 }

/** A change may be dear, such as that of an item with thousands of child items, so others must not be behind many of one key. */
const MOST_OF_KEY = 2

type Work = () => Promise<unknown>

/**
 * Creates a function that runs some work now, and other work later. Keys take turns, so the work of a key waits behind all
 * other work of that key, but behind few pieces of each other key only.
 */
export function createTurns({ atOnce, maxWaiting, maxPauseMs = 0 }: TurnsOptions) {
  const waiting = new Map<string, readonly Work[]>()
  const runningOf = new Map<string, number>()
  let running = 0

  async function runAll(): Promise<void> {
    running++
    for (let next = takeNext(); next; next = takeNext()) await run(next)
    running--
  }

  async function run({ keyId, work }: { readonly keyId: string; readonly work: Work }): Promise<void> {
    const startMs = performance.now()
    count(keyId, 1)
    await work().catch(() => {})
    const pauseMs = Math.min(performance.now() - startMs, maxPauseMs)
    if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false })
    count(keyId, -1)
  }

  function count(keyId: string, change: 1 | -1): void {
    const left = (runningOf.get(keyId) ?? 0) + change
    if (left > 0) runningOf.set(keyId, left)
    else runningOf.delete(keyId)
  }

  /** Takes the first work of the key whose turn it is. If it has more, its next turn comes after those of all others. */
  function takeNext() {
    for (const [keyId, [work, ...others]] of waiting) {
      if (work === undefined || (runningOf.get(keyId) ?? 0) >= MOST_OF_KEY) continue
      waiting.delete(keyId)
      if (others.length > 0) waiting.set(keyId, others)
      return { keyId, work }
    }
    return undefined
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
