import type { Measures } from './measure.ts'

/** The columns, the height and the least number of the pages that a menu is divided among. */
export interface PageShape {
  readonly columnsOnPage: number
  readonly height: number
  readonly minPages: number
}

/** The blocks of one page: the index of the first block of each column, and the index after the last block. */
export interface PageRange {
  readonly starts: readonly number[]
  readonly to: number
}

/** Limits for the cost of a break, tried in order. A column ends at a break that keeps the first limit that any break keeps. */
const MAX_BREAK_COSTS = [
  // At least two items of a group stay together.
  0.5,
  // One item may stand alone, and an item may be separated from its second and later options.
  1,
  // For text that is higher than a column.
  Infinity,
]
/**
 * The weight of a break between columns, and of one between pages. A column also costs the square of the difference between its
 * filled share and the mean share. So columns become about equally full.
 */
const COLUMN_BREAK = 0.03
const PAGE_BREAK = 0.1

/** How many columns blocks need. */
interface Requirements {
  readonly columns: number
  /** 0 if all breaks are good, 1 if some separate items, and more for each column that is too high or cuts an item. */
  readonly badness: number
}

/** Returns how many columns the blocks need if each is as full as it can be. */
export function columnsNeeded(measures: Measures, height: number): Requirements {
  let [columns, from, overflowing, badness] = [0, 0, 0, 0]
  for (; from < measures.tops.length; columns++) {
    const ends = endsOf(measures, from, height)
    from = valueAt(ends.places, ends.places.length - 1)
    if (ends.maxBreakCost === Infinity) overflowing++
    else if (ends.maxBreakCost > valueAt(MAX_BREAK_COSTS, 0)) badness = 1
  }
  return { columns, badness: overflowing > 0 ? 1 + overflowing : badness }
}

/** Returns the blocks before which a column that starts at `from` may end, and the limit that the costs of these breaks keep. */
function endsOf(measures: Measures, from: number, height: number) {
  const count = measures.tops.length
  const fitting: number[] = []
  for (let to = from + 1; to <= count && columnHeight(measures, from, to) <= height; to++) fitting.push(to)
  for (const maxBreakCost of MAX_BREAK_COSTS) {
    const places = fitting.filter((to) => to === count || valueAt(measures.breakCosts, to) <= maxBreakCost)
    if (places.length > 0) return { places, maxBreakCost }
  }
  // A block that is higher than any column gets one of its own.
  return { places: [from + 1], maxBreakCost: Infinity }
}

/** Divides blocks among as few pages as possible. Their columns are about equally full, and split few groups. */
export function divide(measures: Measures, shape: PageShape): PageRange[] {
  const { columnsOnPage, minPages, height } = shape
  const needed = Math.ceil(columnsNeeded(measures, height).columns / columnsOnPage)
  const starts = bestStarts(measures, shape, Math.max(minPages, needed) * columnsOnPage)
  const firsts = starts.filter((_, index) => index % columnsOnPage === 0)
  return firsts.map((_, page) => ({
    starts: starts.slice(page * columnsOnPage, (page + 1) * columnsOnPage),
    to: firsts[page + 1] ?? measures.tops.length,
  }))
}

/** A way to put the first blocks into columns. Its index in a list is the number of these blocks. */
interface Division {
  readonly cost: number
  /** The index of the first block in its last column. */
  readonly start: number
  /** The same division without its last column. */
  readonly before?: Division
}

/** Returns the first block of each column in the cheapest division. Divisions get one column after another. */
function bestStarts(measures: Measures, shape: PageShape, columns: number): number[] {
  const count = measures.tops.length
  const meanShare = columnHeight(measures, 0, count) / columns / shape.height
  const ends = measures.tops.map((_, from) => endsOf(measures, from, shape.height).places)
  let divisions: readonly (Division | undefined)[] = [{ cost: 0, start: 0 }]
  let best: Division | undefined
  for (let column = 0; column < columns; column++) {
    const breakWeight = column % shape.columnsOnPage === 0 ? PAGE_BREAK : COLUMN_BREAK
    divisions = withColumn(divisions, breakWeight)
    const whole = divisions[count]
    const cost = (whole?.cost ?? 0) + (columns - column - 1) * meanShare ** 2
    if (whole && (!best || cost < best.cost)) best = { ...whole, cost }
  }
  return best ? startsOf(best) : [0]

  /** Adds a column to each division, and keeps the cheapest for each number of blocks. */
  function withColumn(shorter: readonly (Division | undefined)[], breakWeight: number): Division[] {
    const longer: Division[] = []
    for (const [start, before] of shorter.entries()) {
      if (!before) continue
      const breakCost = start === 0 ? 0 : breakWeight * valueAt(measures.breakCosts, start)
      for (const to of ends[start] ?? []) {
        const difference = columnHeight(measures, start, to) / shape.height - meanShare
        const cost = before.cost + breakCost + difference ** 2
        if (cost < (longer[to]?.cost ?? Infinity)) longer[to] = { cost, start, before }
      }
    }
    return longer
  }
}

function startsOf(last: Division): number[] {
  const starts: number[] = []
  for (let division = last; division.before; division = division.before) starts.unshift(division.start)
  return starts
}

/** Returns the heights of the columns of a page. */
export function heightsOf(measures: Measures, { starts, to }: PageRange): number[] {
  return starts.map((start, index) => columnHeight(measures, start, starts[index + 1] ?? to))
}

/** Returns the height of a column that has the blocks from `from` until before `to`. */
function columnHeight({ tops, bottoms, repeatedHeadings }: Measures, from: number, to: number): number {
  return valueAt(bottoms, to - 1) - valueAt(tops, from) + valueAt(repeatedHeadings, from)
}

function valueAt(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
