import { HttpError } from '../http/errors.ts'

/** How many pieces of work of one key may wait. Each may hold a body of several megabytes. */
const MAX_WAITING = 8

/**
 * Creates a function that runs one piece of work at a time. Keys take turns, so the work of a key waits behind all other
 * work of that key, but behind one piece of each other key only.
 */
export function createTurns() {
  const waiting = new Map<string, readonly (() => Promise<unknown>)[]>()
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    for (let work = takeNext(); work; work = takeNext()) await work().catch(() => {})
    isRunning = false
  }

  /** Takes the first work of the key whose turn it is. If it has more, its next turn comes after those of all others. */
  function takeNext(): (() => Promise<unknown>) | undefined {
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
    if (before.length >= MAX_WAITING) throw new HttpError(429, 'Too many requests', { 'retry-after': '1' })
    return new Promise((resolve, reject) => {
      waiting.set(keyId, [...before, () => work().then(resolve, reject)])
      if (!isRunning) void runAll()
    })
  }
}
