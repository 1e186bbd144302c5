import { columnHeight, type Measures, type PageRange, SPLIT_GROUPS, type Space, valueAt } from './arrange.ts'

/** Columns whose heights differ by less look equally full. */
const MAX_DIFFERENCE = 0.15
/** Higher than the score of any balanced division. */
const UNBALANCED = 1_000

interface Division {
  readonly starts: readonly number[]
  /** By how much the heights of the columns differ, as a share of the highest. */
  readonly difference: number
  readonly breakCosts: number
}

/**
 * Divides the blocks of a page among its columns. Among divisions into about equally full columns, it takes the one that splits
 * few groups. Without any, it takes the most equal one.
 * @returns the index of the first block of each column
 */
export function balance(measures: Measures, range: PageRange, space: Space): readonly number[] {
  return bestDivision(measures, range, space)?.starts ?? range.starts
}

function isBalanced({ difference }: Division): boolean {
  return difference < MAX_DIFFERENCE
}

/** Tries all divisions: a page has few blocks where a column may start. */
function bestDivision(measures: Measures, range: PageRange, space: Space): Division | undefined {
  let best: Division | undefined
  tryColumns([range.from], 0)
  return best

  function tryColumns(starts: readonly number[], breakCosts: number): void {
    const from = valueAt(starts, starts.length - 1)
    const columnsLeft = space.columnsOnPage - starts.length + 1
    if (columnHeight(measures, from, range.to) > columnsLeft * space.height) return
    if (starts.length === space.columnsOnPage) consider(starts, breakCosts)
    else {
      for (let to = from + 1; to < range.to && columnHeight(measures, from, to) <= space.height; to++) {
        const cost = valueAt(measures.breakCosts, to)
        if (cost <= SPLIT_GROUPS) tryColumns([...starts, to], breakCosts + cost)
      }
    }
  }

  function consider(starts: readonly number[], breakCosts: number): void {
    const heights = heightsOf(measures, { starts, to: range.to })
    const highest = Math.max(...heights)
    if (highest > space.height) return
    const division = { starts, breakCosts, difference: 1 - Math.min(...heights) / highest }
    if (!best || scoreOf(division) < scoreOf(best)) best = division
  }
}

/** A lower score is better. Without a balanced division, a group is split only if the columns become much more equal. */
function scoreOf(division: Division): number {
  const { breakCosts, difference } = division
  return isBalanced(division) ? breakCosts + difference : UNBALANCED + breakCosts / 2 + difference
}

/** Returns the heights of the columns of a page. */
export function heightsOf(measures: Measures, { starts, to }: Pick<PageRange, 'starts' | 'to'>): number[] {
  return starts.map((start, index) => columnHeight(measures, start, starts[index + 1] ?? to))
}
