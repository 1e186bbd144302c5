/** The space that a menu is divided into. */
export interface Space {
  readonly columns: number
  /** Starting a page in the middle of a group costs more than starting a column there. */
  readonly columnsOnPage: number
  readonly height: number
  /** No column starts at a block whose break cost is higher. */
  readonly maxBreakCost: number
}

/** The blocks of one page, from the first until before the last index, as they were first divided among columns. */
export interface PageRange {
  readonly from: number
  readonly to: number
  readonly starts: readonly number[]
}

/** The positions of a menu's blocks in one endless column, and the cost of starting a column at each. */
export interface Measures {
  readonly tops: readonly number[]
  readonly bottoms: readonly number[]
  /** The height of the repeated heading if a column starts at the block. */
  readonly leads: readonly number[]
  readonly breakCosts: readonly number[]
}

/**
 * The highest break cost allowed: the first keeps groups whole, the second splits them so that two items stay together
 * at each end. The others are for what does not fit otherwise: the third for an item with more options than a column can
 * hold, the last for text that is higher than a column.
 */
export const WHOLE_GROUPS = 0.1
export const SPLIT_GROUPS = 0.5
export const SPLIT_ITEMS = 1
export const SPLIT_ANYWHERE = Infinity
const PAGE_BREAK = 2

type Column = Pick<Space, 'height' | 'maxBreakCost'>

/** Returns how many columns the blocks need; Infinity if a part between two breaks exceeds a column. */
export function columnsNeeded(measures: Measures, space: Column): number {
  const count = measures.tops.length
  let columns = 0
  let from = 0
  while (from < count) {
    const to = lastBreak(measures, from, space)
    if (to === from) return Infinity
    from = to
    columns++
  }
  return columns
}

/** Returns before which block a column ends that starts at block `from`; `from` itself if none of the breaks allows one. */
function lastBreak(measures: Measures, from: number, { height, maxBreakCost }: Column): number {
  const count = measures.tops.length
  let last = maxBreakCost === SPLIT_ANYWHERE ? from + 1 : from
  for (let to = from + 1; to <= count && columnHeight(measures, from, to) <= height; to++) {
    if (to === count || at(measures.breakCosts, to) <= maxBreakCost) last = to
  }
  return last
}

/** Returns the first block of each column of a page that begins at block `from`, and where the page ends. */
export function nextPage(measures: Measures, from: number, space: Space): PageRange {
  const count = measures.tops.length
  const starts: number[] = []
  let to = from
  while (to < count && starts.length < space.columnsOnPage) {
    starts.push(to)
    to = nextColumn(measures, to, space)
  }
  return { from, to, starts }
}

/** Groups are split if they do not fit into a column otherwise. */
function nextColumn(measures: Measures, from: number, { height, maxBreakCost }: Space): number {
  const ends = [maxBreakCost, SPLIT_GROUPS, SPLIT_ITEMS, SPLIT_ANYWHERE].map((cost) =>
    lastBreak(measures, from, { height, maxBreakCost: cost }),
  )
  return ends.find((end) => end > from) ?? from + 1
}

/**
 * Divides the blocks among columns so that these are about equally full and few groups are split.
 * @returns the index of the first block of each column
 */
export function divide(measures: Measures, space: Space): readonly number[] {
  const count = measures.tops.length
  let previous: readonly Arrangement[] = [{ cost: 0, start: 0 }]
  let best: Arrangement | undefined
  for (let column = 0; column < space.columns; column++) {
    const arrangements: Arrangement[] = []
    const factor = column % space.columnsOnPage === 0 ? PAGE_BREAK : 1
    previous.forEach((arrangement, from) => {
      extend(measures, space, factor, arrangement, from, arrangements)
    })
    const end = arrangements[count]
    if (end && (!best || end.cost < best.cost)) best = end
    previous = arrangements
  }
  return best ? startsOf(best) : [0]
}

/** An arrangement of the first blocks in columns. Its index in a list is the number of these blocks. */
interface Arrangement {
  readonly cost: number
  /** The index of the first block in its last column. */
  readonly start: number
  /** The same arrangement without its last column. */
  readonly before?: Arrangement
}

function startsOf(last: Arrangement): number[] {
  const starts: number[] = []
  for (let arrangement = last; arrangement.before; arrangement = arrangement.before)
    starts.unshift(arrangement.start)
  return starts
}

/** Adds a column that starts at block `from` and keeps, for each possible end, the cheapest arrangement. */
function extend(
  measures: Measures,
  { height, maxBreakCost }: Space,
  factor: number,
  arrangement: Arrangement,
  from: number,
  arrangements: Arrangement[],
): void {
  const breakCost = from === 0 ? 0 : at(measures.breakCosts, from)
  if (breakCost > maxBreakCost) return
  for (let to = from + 1; to <= measures.tops.length; to++) {
    const filled = columnHeight(measures, from, to)
    // A block that is higher than any column gets one of its own.
    const isAlone = maxBreakCost === SPLIT_ANYWHERE && to === from + 1
    if (filled > height && !isAlone) return
    const cost = arrangement.cost + factor * breakCost + (filled / height) ** 2
    const known = arrangements[to]
    if (!known || cost < known.cost) arrangements[to] = { cost, start: from, before: arrangement }
  }
}

/** Returns the height of a column that has the blocks from `from` until before `to`. */
export function columnHeight({ tops, bottoms, leads }: Measures, from: number, to: number): number {
  return at(bottoms, to - 1) - at(tops, from) + at(leads, from)
}

export function at(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
