import { setImmediate as nextTick } from 'node:timers/promises'

/** A tick of the event loop in which a connection is accepted takes longer than this. */
const IDLE_TICK_MS = 0.05

/**
 * Waits for the next tick of the event loop. Node accepts one connection per tick, and connections that are
 * not accepted yet are reset when the server stops listening. A server should therefore stop listening right
 * after a tick that had nothing to do.
 * @returns whether the tick had nothing to do
 */
export async function isNextTickIdle(): Promise<boolean> {
  // The current tick may have accepted a connection already.
  await nextTick()
  const startedAtMs = performance.now()
  await nextTick()
  return performance.now() - startedAtMs < IDLE_TICK_MS
}
