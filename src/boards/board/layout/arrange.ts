/** The space that a menu is divided into. */
export interface Space {
  readonly columns: number
  readonly columnsOnPage: number
  readonly height: number
}

/** The blocks of one page, from index `from` until before index `to`, with the first block of each column. */
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
 * The highest break cost allowed. `SPLIT_GROUPS` splits groups so that two items or more stay together at each end. The others
 * are for blocks that do not fit otherwise: `SPLIT_ITEMS` leaves an item alone, or separates it from its second option and later
 * ones; `SPLIT_ANYWHERE` is for text that is higher than a column.
 */
export const SPLIT_GROUPS = 0.5
const SPLIT_ITEMS = 1
export const SPLIT_ANYWHERE = Infinity
/** In the order in which they are tried until a break is possible. */
const BREAK_LIMITS = [SPLIT_GROUPS, SPLIT_ITEMS, SPLIT_ANYWHERE]
/** The cost of splitting a group at the end of a column, and of a page, as a multiple of the cost of an empty column. */
const COLUMN_BREAK = 0.05
const PAGE_BREAK = 0.2
/** How much a full last page counts, where other pages count 1: less, so that the first pages are full rather than the last. */
const LAST_PAGE_WEIGHT = 0.7

/** How many columns blocks need. */
export interface Requirements {
  readonly columns: number
  /** The highest limit of breaks that was needed. */
  readonly limit: number
  /** How many columns end at a break that is not allowed, or are too high. */
  readonly broken: number
}

/** Returns how many columns the blocks need if each is as full as it can be. */
export function columnsNeeded(measures: Measures, height: number): Requirements {
  let [columns, from, limit, broken] = [0, 0, 0, 0]
  for (; from < measures.tops.length; columns++) {
    const ends = endsOf(measures, from, height)
    from = at(ends.places, ends.places.length - 1)
    limit = Math.max(limit, ends.limit)
    if (ends.limit === SPLIT_ANYWHERE) broken++
  }
  return { columns, limit, broken }
}

/** Returns the blocks before which a column that starts at `from` may end, by the first limit that allows any. */
function endsOf(measures: Measures, from: number, height: number) {
  const count = measures.tops.length
  const fitting: number[] = []
  for (let to = from + 1; to <= count && columnHeight(measures, from, to) <= height; to++) fitting.push(to)
  for (const limit of BREAK_LIMITS) {
    const places = fitting.filter((to) => to === count || at(measures.breakCosts, to) <= limit)
    if (places.length > 0) return { places, limit }
  }
  // A block that is higher than any column gets one of its own.
  return { places: [from + 1], limit: SPLIT_ANYWHERE }
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
  for (let column = 0; column < space.columns; column++) {
    const arrangements: Arrangement[] = []
    for (const [from, arrangement] of previous.entries()) {
      if (arrangement) extend(measures, space, { column, from, arrangement }, ends[from] ?? [], arrangements)
    }
    const end = arrangements[count]
    // Empty columns have costs too, although no arrangement contains them.
    const cost = (end?.cost ?? 0) + (space.columns - column - 1) * LAST_PAGE_WEIGHT
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
function extend(
  measures: Measures,
  { height, columns, columnsOnPage }: Space,
  { column, from, arrangement }: NextColumn,
  ends: readonly number[],
  arrangements: Arrangement[],
): void {
  const breakCost = from === 0 ? 0 : at(measures.breakCosts, from)
  const weight = column >= columns - columnsOnPage ? LAST_PAGE_WEIGHT : 1
  const before = arrangement.cost + (column % columnsOnPage === 0 ? PAGE_BREAK : COLUMN_BREAK) * breakCost
  for (const to of ends) {
    const filled = columnHeight(measures, from, to) / height
    const cost = before + weight * (1 - filled) ** 2
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
