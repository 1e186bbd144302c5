/** Chance that repeats itself: the same seed gives the same choices. */
export interface Random {
  /** A whole number from 0 up to, but without, a limit. */
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Choice>(choices: readonly Choice[]) => Choice
  /** So many of what a maker makes. */
  readonly times: <Made>(count: number, make: () => Made) => Made[]
}

const TWO_TO_32 = 0x1_0000_0000

/** Mulberry32: short, and good enough to choose with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick<Choice>(choices: readonly Choice[]): Choice {
      const chosen = choices[below(choices.length)]
      if (chosen === undefined) throw new Error('There is nothing to choose from.')
      return chosen
    },
    times: (count, make) => Array.from({ length: count }, make),
  }
}
