/** Where the blocks of a menu lie in one endless column, and what it costs to begin another one at each. */
export interface Measures {
  readonly tops: readonly number[]
  readonly bottoms: readonly number[]
  /** How high the repeated heading is, if a column begins here. */
  readonly leads: readonly number[]
  readonly breakCosts: readonly number[]
}

/** Breaks that cost more than this tear a group apart. */
export const WHOLE_GROUPS = 0.1
export const TORN_GROUPS = 1

/**
 * How many columns of a height it takes, with no break that costs more than allowed; infinitely many, if a piece
 * between two breaks is higher than a column.
 */
export function columnsNeeded(measures: Measures, height: number, maxBreakCost: number): number {
  const count = measures.tops.length
  let columns = 0
  let from = 0
  while (from < count) {
    const to = lastBreak(measures, from, height, maxBreakCost)
    if (to === from) return Infinity
    from = to
    columns++
  }
  return columns
}

function lastBreak(measures: Measures, from: number, height: number, maxBreakCost: number): number {
  const count = measures.tops.length
  let last = from
  for (let to = from + 1; to <= count && columnHeight(measures, from, to) <= height; to++) {
    if (to === count || at(measures.breakCosts, to) <= maxBreakCost) last = to
  }
  return last
}

/**
 * Divides the blocks among columns of a height so that these are about equally full and few groups are torn.
 * @returns the block that each column begins with
 */
export function divide(measures: Measures, columns: number, height: number): readonly number[] {
  const count = measures.tops.length
  let before: readonly Way[] = [{ cost: 0, starts: [] }]
  let best: Way | undefined
  for (let column = 0; column < columns; column++) {
    const ways: Way[] = []
    before.forEach((way, from) => {
      extend(measures, way, from, height, ways)
    })
    const end = ways[count]
    if (end && (!best || end.cost < best.cost)) best = end
    before = ways
  }
  return best?.starts ?? [0]
}

/** A way to fill columns with the first blocks, as many as its place in a list says. */
interface Way {
  readonly cost: number
  readonly starts: readonly number[]
}

/** Adds a column that begins at a block, with every end it may have, where that is the cheapest way to get there. */
function extend(measures: Measures, way: Way, from: number, height: number, ways: Way[]): void {
  const breakCost = from === 0 ? 0 : at(measures.breakCosts, from)
  if (breakCost === Infinity) return
  for (let to = from + 1; to <= measures.tops.length; to++) {
    const filled = columnHeight(measures, from, to)
    if (filled > height) return
    const cost = way.cost + breakCost + (filled / height) ** 2
    const known = ways[to]
    if (!known || cost < known.cost) ways[to] = { cost, starts: [...way.starts, from] }
  }
}

function columnHeight({ tops, bottoms, leads }: Measures, from: number, to: number): number {
  return at(bottoms, to - 1) - at(tops, from) + (from === 0 ? 0 : at(leads, from))
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
