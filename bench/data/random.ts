/** Pseudo-random numbers that are the same in every run. */
export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  readonly fraction: () => number
  /** Returns an integer from minimum to maximum, both included. */
  readonly integer: (minimum: number, maximum: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Member>(members: readonly Member[]) => Member
  /** Returns an id in the form of a version 4 UUID. */
  readonly uuid: () => string
}

/** Creates the generator mulberry32. Its 32 bits of state are enough for names and prices. */
export function createRandom(seed: number): Random {
  let state = seed
  const word = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const fraction = () => word() / 2 ** 32
  const integer = (minimum: number, maximum: number) =>
    minimum + Math.floor(fraction() * (maximum - minimum + 1))
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick: (members) => pickAt(members, integer(0, members.length - 1)),
    uuid: () => toUuid([word(), word(), word(), word()].map(toHex).join('')),
  }
}

function pickAt<Member>(members: readonly Member[], index: number): Member {
  const member = members[index]
  if (member === undefined) throw new Error('The list to pick from is empty.')
  return member
}

function toHex(word: number): string {
  return word.toString(16).padStart(8, '0')
}

function toUuid(digits: string): string {
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}
