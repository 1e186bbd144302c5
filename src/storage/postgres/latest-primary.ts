import type { ServerState } from './server-state.ts'

export type LatestPrimary = ReturnType<typeof createLatestPrimary>

const SYSTEM_IDENTIFIER = 0
const TIMELINE = 1

/**
 * Remembers the highest timeline that this process has seen, so that a primary that was replaced is not used again when it comes back.
 * @param memory of another one, also of another thread, to remember the same
 */
export function createLatestPrimary(memory = new SharedArrayBuffer(2 * BigUint64Array.BYTES_PER_ELEMENT)) {
  const numbers = new BigUint64Array(memory)
  const timeline = () => Number(Atomics.load(numbers, TIMELINE))
  const belongsToDatabase = (state: ServerState) =>
    state.systemIdentifier === Atomics.load(numbers, SYSTEM_IDENTIFIER)

  /** Another thread may have seen a higher one. */
  function raiseTimeline(seen: bigint): void {
    const known = Atomics.load(numbers, TIMELINE)
    if (seen > known && Atomics.compareExchange(numbers, TIMELINE, known, seen) !== known) raiseTimeline(seen)
  }

  return {
    memory,
    timeline,
    belongsToDatabase,
    /** Notes the states of all servers that can be reached, in the order of the URL. The first primary decides which database it is. */
    note(states: readonly ServerState[]): void {
      const first = states.find(({ role }) => role === 'primary') ?? states[0]
      if (first) Atomics.compareExchange(numbers, SYSTEM_IDENTIFIER, 0n, first.systemIdentifier)
      for (const state of states.filter(belongsToDatabase)) raiseTimeline(BigInt(state.timeline))
    },
    /** Whether a server has everything that was written on the newest primary, or is about to get it. */
    accepts: (state: ServerState) => belongsToDatabase(state) && state.timeline >= timeline(),
  }
}
