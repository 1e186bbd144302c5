/** The space that a menu is divided into. */
export interface Space {
  readonly columnsOnAllPages: number
  readonly columnsOnPage: number
  readonly height: number
}

/** The blocks of one page, from index `from` until before index `to`, with the first block of each column. */
export interface PageRange {
  readonly from: number
  readonly to: number
  readonly starts: readonly number[]
}

/** The positions of a menu's blocks in one long column, and the cost of starting a column at each. */
export interface Measures {
  readonly tops: readonly number[]
  readonly bottoms: readonly number[]
  /** The height of the repeated heading if a column starts at the block. */
  readonly repeatedHeadings: readonly number[]
  readonly breakCosts: readonly number[]
}

/** The highest break cost that is allowed: at least two items of a group stay together. */
export const SPLIT_GROUPS = 0.5
/** One item may stand alone, and an item may be separated from its second and later options. */
const SPLIT_ITEMS = 1
/** For text that is higher than a column. */
export const SPLIT_ANYWHERE = Infinity
/** In the order in which they are tried, until a break is possible. */
const MAX_BREAK_COSTS = [SPLIT_GROUPS, SPLIT_ITEMS, SPLIT_ANYWHERE]
/** The cost of splitting a group at the end of a column, and of a page, as a multiple of the cost of an empty column. */
const COLUMN_BREAK = 0.05
const PAGE_BREAK = 0.2
/** How much a full last page counts, where other pages count 1. So the first pages are full rather than the last one. */
const LAST_PAGE_WEIGHT = 0.7

/** How many columns blocks need. */
export interface Requirements {
  readonly columns: number
  /** The highest break cost that had to be allowed. */
  readonly maxBreakCost: number
  /** How many columns are too high, or end at a break that is allowed only for such columns. */
  readonly overflowingColumns: number
}

/** Returns how many columns the blocks need if each is as full as it can be. */
export function columnsNeeded(measures: Measures, height: number): Requirements {
  let [columns, from, maxBreakCost, overflowingColumns] = [0, 0, 0, 0]
  for (; from < measures.tops.length; columns++) {
    const ends = endsOf(measures, from, height)
    from = valueAt(ends.places, ends.places.length - 1)
    maxBreakCost = Math.max(maxBreakCost, ends.maxBreakCost)
    if (ends.maxBreakCost === SPLIT_ANYWHERE) overflowingColumns++
  }
  return { columns, maxBreakCost, overflowingColumns }
}

/** Returns where a column that starts at `from` may end: before these blocks, which have the cheapest breaks that fit. */
function endsOf(measures: Measures, from: number, height: number) {
  const count = measures.tops.length
  const fitting: number[] = []
  for (let to = from + 1; to <= count && columnHeight(measures, from, to) <= height; to++) fitting.push(to)
  for (const maxBreakCost of MAX_BREAK_COSTS) {
    const places = fitting.filter((to) => to === count || valueAt(measures.breakCosts, to) <= maxBreakCost)
    if (places.length > 0) return { places, maxBreakCost }
  }
  // A block that is higher than any column gets one of its own.
  return { places: [from + 1], maxBreakCost: SPLIT_ANYWHERE }
}

/**
 * Divides the blocks among columns, so that the columns are full and few groups are split. The last page may be less full.
 * @returns the index of the first block of each column
 */
export function divide(measures: Measures, space: Space): readonly number[] {
  const count = measures.tops.length
  const ends = measures.tops.map((_, from) => endsOf(measures, from, space.height).places)
  let previous: readonly (Arrangement | undefined)[] = [{ cost: 0, start: 0 }]
  let best: Arrangement | undefined
  for (let column = 0; column < space.columnsOnAllPages; column++) {
    const arrangements: Arrangement[] = []
    for (const [from, arrangement] of previous.entries()) {
      if (arrangement)
        addColumn(measures, space, { column, from, arrangement }, ends[from] ?? [], arrangements)
    }
    const end = arrangements[count]
    // Empty columns have costs too, although no arrangement contains them.
    const cost = (end?.cost ?? 0) + (space.columnsOnAllPages - column - 1) * LAST_PAGE_WEIGHT
    if (end && (!best || cost < best.cost)) best = { ...end, cost }
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

interface NextColumn {
  readonly column: number
  readonly from: number
  readonly arrangement: Arrangement
}

function startsOf(last: Arrangement): number[] {
  const starts: number[] = []
  for (let arrangement = last; arrangement.before; arrangement = arrangement.before)
    starts.unshift(arrangement.start)
  return starts
}

/** Adds a column that starts at block `from` and keeps, for each possible end, the cheapest arrangement. */
function addColumn(
  measures: Measures,
  { height, columnsOnAllPages, columnsOnPage }: Space,
  { column, from, arrangement }: NextColumn,
  ends: readonly number[],
  arrangements: Arrangement[],
): void {
  const breakCost = from === 0 ? 0 : valueAt(measures.breakCosts, from)
  const weight = column >= columnsOnAllPages - columnsOnPage ? LAST_PAGE_WEIGHT : 1
  const before = arrangement.cost + (column % columnsOnPage === 0 ? PAGE_BREAK : COLUMN_BREAK) * breakCost
  for (const to of ends) {
    const filled = columnHeight(measures, from, to) / height
    const cost = before + weight * (1 - filled) ** 2
    const known = arrangements[to]
    if (!known || cost < known.cost) arrangements[to] = { cost, start: from, before: arrangement }
  }
}

/** Returns the height of a column that has the blocks from `from` until before `to`. */
export function columnHeight(
  { tops, bottoms, repeatedHeadings }: Measures,
  from: number,
  to: number,
): number {
  return valueAt(bottoms, to - 1) - valueAt(tops, from) + valueAt(repeatedHeadings, from)
}

export function valueAt(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
