import type { ServerState } from './server-state.ts'

export type LatestPrimary = ReturnType<typeof createLatestPrimary>

const SYSTEM_IDENTIFIER = 0
const TIMELINE = 1
const SERVER = 2
const NUMBERS = 3

/**
 * Remembers the newest primary that this process has seen, so that one that was replaced is not used again when it comes back, and
 * reads and changes use the same one.
 * @param memory of another one, also of another thread, to remember the same
 */
export function createLatestPrimary(
  memory = new SharedArrayBuffer(NUMBERS * BigUint64Array.BYTES_PER_ELEMENT),
) {
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
    /** The position of the primary in the URL; undefined if there is none yet. */
    server(): number | undefined {
      const number = Number(Atomics.load(numbers, SERVER))
      return number === 0 ? undefined : number - 1
    },
    setServer(position: number): void {
      Atomics.store(numbers, SERVER, BigInt(position + 1))
    },
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
