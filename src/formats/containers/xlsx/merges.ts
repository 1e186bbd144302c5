import { requireAtMost } from '../limit-error.ts'
import { columnOf, rowOf } from './references.ts'

const MERGE = /<(?:\w+:)?mergeCell\s+(?:[\w:]+="[^"]*"\s+)*ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g
/** The longest tag that may be cut off at the end of a chunk. */
const MAX_TAG_LENGTH = 256
const MAX_MERGES = 100_000

/** Cells that are merged, by the numbers of their first and last rows and columns. The first cell has the content. */
export interface Merge {
  readonly rows: readonly [first: number, last: number]
  readonly columns: readonly [first: number, last: number]
}

/** Reads the merged cells of a sheet, from the top. XLSX lists them after the rows, so the sheet is read twice. */
export async function readMerges(chunks: AsyncIterable<string>): Promise<readonly Merge[]> {
  const merges: Merge[] = []
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + chunk
    let end = 0
    for (const { 0: tag, 1: from = '', 2: to = '', index } of text.matchAll(MERGE)) {
      if (from !== to)
        merges.push({ rows: [rowOf(from), rowOf(to)], columns: [columnOf(from), columnOf(to)] })
      end = index + tag.length
    }
    requireAtMost(MAX_MERGES, merges.length, 'merged cells in a sheet: unmerge them, or save it as CSV')
    rest = text.slice(Math.max(end, text.length - MAX_TAG_LENGTH))
  }
  return merges.sort((one, other) => one.rows[0] - other.rows[0])
}
