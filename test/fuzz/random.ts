/** A pseudorandom generator. The same seed gives the same choices. */
export interface Random {
  /** An integer from 0 to less than the limit. */
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Choice>(choices: readonly Choice[]) => Choice
  /** Calls a function this many times. @returns the results */
  readonly times: <Result>(count: number, make: () => Result) => Result[]
}

const TWO_TO_32 = 0x1_0000_0000

/** Mulberry32, which is short and random enough for tests. */
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
      if (chosen === undefined) throw new Error('The list of choices is empty.')
      return chosen
    },
    times: (count, make) => Array.from({ length: count }, make),
  }
}
