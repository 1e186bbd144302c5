import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { tooManyRequests } from './http-error.ts'

interface FairQueueOptions {
  /** How many pieces of work of all owners run at the same time. */
  readonly maxRunning: number
  /** How many pieces of work of one owner may wait. Each has the body of its request in memory. */
  readonly maxWaitingOfOwner: number
  /** If given, each piece of work is followed by a pause for other requests: as long as the work took, but at most this. */
  readonly maxPauseMs?: number
}

/** The limits of small changes. Each guard, and each menu writer, has its own queue. Changes that run at the same time share a transaction. */
export const SMALL_CHANGE_LIMITS = { maxRunning: 16, maxWaitingOfOwner: 100 }

/** Shorter pauses are not worth a timer: the queue then waits for one turn of the event loop. */
const MIN_PAUSE_MS = 5
/** At most this many pieces of work of one owner run at once, so that slow work of one owner does not take all slots. */
const MAX_RUNNING_OF_OWNER = 2

type Work = () => Promise<unknown>

/** Creates a function that runs work, or queues it. Owners, such as keys, take turns, so that one with much work does not delay the others. */
export function createFairQueue({ maxRunning, maxWaitingOfOwner, maxPauseMs = 0 }: FairQueueOptions) {
  const waiting = new Map<string, Work[]>()
  const runningOf = new Map<string, number>()
  let running = 0
  let pause: Promise<void> | undefined

  async function runWaiting(): Promise<void> {
    running++
    for (;;) {
      // Other work may begin another pause meanwhile.
      while (pause) await pause
      const next = takeNext()
      if (!next) break
      await run(next)
    }
    running--
  }

  async function run({ owner, work }: { readonly owner: string; readonly work: Work }): Promise<void> {
    const startMs = performance.now()
    changeRunning(owner, 1)
    await work().catch(() => {})
    const pauseMs = Math.min(performance.now() - startMs, maxPauseMs)
    if (pauseMs >= MIN_PAUSE_MS) pauseFor(pauseMs)
    else if (maxPauseMs > 0) await setImmediate()
    changeRunning(owner, -1)
  }

  function pauseFor(durationMs: number): void {
    const own = sleep(durationMs).then(() => {
      if (pause === own) pause = undefined
    })
    pause = own
  }

  function changeRunning(owner: string, change: 1 | -1): void {
    const left = (runningOf.get(owner) ?? 0) + change
    if (left > 0) runningOf.set(owner, left)
    else runningOf.delete(owner)
  }

  /** Takes the first work of the owner whose turn it is. The next turn of this owner comes after the turns of all others. */
  function takeNext() {
    for (const [owner, works] of waiting) {
      if ((runningOf.get(owner) ?? 0) >= MAX_RUNNING_OF_OWNER) continue
      const work = works.shift()
      waiting.delete(owner)
      if (works.length > 0) waiting.set(owner, works)
      if (work) return { owner, work }
    }
    return undefined
  }

  /** @throws {HttpError} 429 if too much work of the owner waits already */
  return async <Result>(owner: string, work: () => Promise<Result>): Promise<Result> => {
    const works = waiting.get(owner) ?? []
    if (works.length >= maxWaitingOfOwner) throw tooManyRequests(1)
    return new Promise((resolve, reject) => {
      works.push(() => work().then(resolve, reject))
      waiting.set(owner, works)
      if (running < maxRunning) void runWaiting()
    })
  }
}
