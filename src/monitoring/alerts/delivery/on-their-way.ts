import { setTimeout as sleep } from 'node:timers/promises'
import type { DueMessage } from './queries.ts'

/** How many messages are on their way at a time. */
const CONCURRENCY = 16
/** A route gets a message in this time at most, and what has become due is looked for as often. */
const INTERVAL_MS = 1000

/** The messages that are on their way in a run, at most one to each route. @param send sends one */
export function createOnTheirWay(send: (message: DueMessage) => Promise<void>) {
  const sending = new Map<string, Promise<void>>()
  const startedAtMs = new Map<string, number>()
  const failures: unknown[] = []
  const fail = (error: unknown) => void failures.push(error)

  function isBusy([routeId, atMs]: readonly [string, number]): boolean {
    return sending.has(routeId) || performance.now() - atMs < INTERVAL_MS
  }

  return {
    /** What failed so far: not the messages, but what was to be written of them. */
    failures,
    fail,
    count: () => sending.size,
    free: () => CONCURRENCY - sending.size,
    /** The routes that get no other message now. */
    busyRoutes: () => [...startedAtMs].filter(isBusy).map(([routeId]) => routeId),
    start(message: DueMessage): void {
      const { route_id: routeId } = message
      startedAtMs.set(routeId, performance.now())
      const end = () => void sending.delete(routeId)
      sending.set(routeId, send(message).catch(fail).then(end))
    },
    /** Waits until one has ended, or until it is time to look for others. */
    async next(): Promise<void> {
      await Promise.race([...sending.values(), sleep(INTERVAL_MS, undefined, { ref: false })])
    },
  }
}
