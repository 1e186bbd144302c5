import type { Cell, Mark } from '../container.ts'
import { columnOf, rowOf } from './references.ts'

/** Cells that are merged. The first one at the top has their value. */
interface Merge {
  readonly top: number
  readonly bottom: number
  readonly first: number
  readonly last: number
}

export interface OpenRow {
  readonly number: number
  readonly cells: Map<number, Cell>
  marks: Map<number, Mark> | undefined
}

/** Merged cells of which the top row is read. */
interface Begun {
  readonly merge: Merge
  readonly value: Cell | undefined
  readonly mark: Mark | undefined
}

const MERGE = /<(?:\w+:)?mergeCell\s+(?:[\w:]+="[^"]*"\s+)*ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g
/** A tag that is cut off at the end of a chunk is not longer. */
const MAX_TAG_LENGTH = 256
const MAX_MERGES = 100_000
const MAX_AT_ONCE = 1000

/** Reads which cells of a sheet are merged. They are named below the rows, so the sheet is read twice. */
export async function readMerges(chunks: AsyncIterable<string>): Promise<readonly Merge[]> {
  const merges: Merge[] = []
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + chunk
    let end = 0
    for (const { 0: tag, 1: from = '', 2: to = '', index } of text.matchAll(MERGE)) {
      merges.push({ top: rowOf(from), bottom: rowOf(to), first: columnOf(from), last: columnOf(to) })
      end = index + tag.length
    }
    if (merges.length > MAX_MERGES) throw new Error('There are too many merged cells.')
    rest = text.slice(Math.max(end, text.length - MAX_TAG_LENGTH))
  }
  return merges.sort((a, b) => a.top - b.top)
}

/**
 * Gives the rows of a sheet, one after the other, what their merged cells show: the value of the cell at the top, and nothing of
 * those that it covers.
 */
export function mergeFiller(merges: readonly Merge[]): (row: OpenRow) => void {
  let next = 0
  let active: Begun[] = []

  return (row) => {
    active = active.filter(({ merge }) => merge.bottom >= row.number)
    for (let merge = merges[next]; merge && merge.top <= row.number; merge = merges[++next]) begin(merge, row)
    for (const { merge, value, mark } of active) {
      cover(merge, row)
      if (merge.top < row.number && value !== undefined) fill(merge, row, value, mark)
    }
  }

  function begin(merge: Merge, { number, cells, marks }: OpenRow): void {
    if (merge.bottom < number || active.some((other) => isBelow(merge, other.merge))) return
    const isTop = merge.top === number
    const value = isTop ? cells.get(merge.first) : undefined
    active.push({ merge, value, mark: isTop ? marks?.get(merge.first) : undefined })
    if (active.length > MAX_AT_ONCE) throw new Error('There are too many merged cells.')
  }
}

/** Merged cells do not overlap, unless the file is damaged. */
function isBelow({ first, last }: Merge, other: Merge): boolean {
  return first <= other.last && other.first <= last
}

/** A merged cell covers all others, which spreadsheets do not show. */
function cover({ top, first, last }: Merge, { number, cells, marks }: OpenRow): void {
  if (first === last && top === number) return
  for (const column of cells.keys()) {
    const isCovered = column > first || (column === first && number > top)
    if (!isCovered || column > last) continue
    cells.delete(column)
    marks?.delete(column)
  }
}

function fill({ top, first }: Merge, row: OpenRow, value: Cell, mark: Mark | undefined): void {
  row.cells.set(first, value)
  row.marks ??= new Map()
  row.marks.set(first, { ...mark, fromRow: top })
}
