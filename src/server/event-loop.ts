import { setImmediate as nextTurn } from 'node:timers/promises'

/** A turn of the event loop in which a connection is accepted takes longer. */
const EMPTY_TURN_MS = 0.05

/**
 * Lets the event loop turn. Node accepts one connection in each turn, and whoever is not accepted yet is reset when
 * the listening ends: so it is to end right after a turn in which there was nothing to do.
 * @returns whether there was nothing to do
 */
export async function turnOnce(): Promise<boolean> {
  // The turn that this is called in may have accepted already.
  await nextTurn()
  const begunMs = performance.now()
  await nextTurn()
  return performance.now() - begunMs < EMPTY_TURN_MS
}
