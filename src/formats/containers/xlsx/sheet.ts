import { cleanText } from '../../shared/clean-text.ts'
import { MERGED_PROBLEM } from '../cell-problems.ts'
import type { Cell, Row } from '../row.ts'
import { type Attributes, xmlParser } from '../xml.ts'
import { type SharedCellData, toCell } from './cells.ts'
import { type Merge, readMerges } from './merges.ts'
import { columnOf } from './references.ts'
import { isTrue, RichText } from './rich-text.ts'

const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384

export type SheetRow = Omit<Row, 'sheet'>

/**
 * Reads the rows of a sheet that have any content, with their row numbers in the sheet. They come in parts, because a
 * promise for each row takes longer than reading it.
 * @param read reads the part of the file from its beginning
 * @throws {Error} if the sheet is damaged
 */
export async function* readSheet(
  read: () => AsyncIterable<string>,
  book: SharedCellData,
): AsyncGenerator<readonly SheetRow[]> {
  const { write, take } = sheetParser(book, await readMerges(read()))
  for await (const chunk of read()) {
    write(chunk)
    yield take()
  }
  write()
  yield take()
}

function sheetParser(book: SharedCellData, merges: readonly Merge[]) {
  let rows: SheetRow[] = []
  let row = { number: 0, isHidden: false, isMerged: false, cells: new Map<number, Cell>() }
  let column = -1
  let cell: Attributes = {}
  let hasFormula = false
  let hasValue = false
  let hidesZeros = false
  const hiddenColumns = new Set<number>()
  let nextColumn = 0
  let nextMerge = 0
  /** The merges that reach the current row. */
  let inRow: Merge[] = []
  const rich = new RichText()

  const write = xmlParser({
    open(name, attributes) {
      if (name === 'c') openCell(attributes)
      else if (name === 'row') openRow(attributes)
      else if (name === 'sheetView') hidesZeros = ['0', 'false'].includes(attributes['showZeros'] ?? '')
      else if (name === 'col') readColumns(attributes)
      else rich.open(name, attributes)
      if (name === 'f') hasFormula = true
      else if (name === 'v' || name === 't') hasValue = true
    },
    close(name) {
      rich.close(name)
      if (name === 'c') closeCell()
      else if (name === 'row' && row.cells.size > 0) closeRow()
    },
    text: (part) => rich.add(part),
  })
  return { write, take }

  function take(): readonly SheetRow[] {
    const taken = rows
    rows = []
    return taken
  }

  /** Reads each column only once, because a damaged file could name all of them a million times. */
  function readColumns({ min, max, hidden, width }: Attributes): void {
    const isHidden = isTrue(hidden) || Number(width ?? 1) === 0
    const end = Math.min(Number(max), MAX_COLUMNS)
    for (nextColumn = Math.max(nextColumn, Number(min) - 1); nextColumn < end; nextColumn += 1)
      if (isHidden) hiddenColumns.add(nextColumn)
  }

  function openRow({ r, hidden, ht }: Attributes): void {
    const isHidden = isTrue(hidden) || Number(ht ?? 1) === 0
    const { number: previous } = row
    const number = r === undefined ? previous + 1 : Number(r)
    row = { number, isHidden, isMerged: false, cells: new Map() }
    column = -1
    if (!Number.isInteger(number) || number <= previous || number > MAX_ROWS)
      throw new Error('A row has a wrong number.')
  }

  function openCell(attributes: Attributes): void {
    column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
    if (column < 0 || column >= MAX_COLUMNS) throw new Error('A cell has a wrong reference.')
    cell = attributes
    hasFormula = false
    hasValue = false
    rich.begin()
  }

  function closeCell(): void {
    const { text, problem } = rich
    const read = toCell({ type: cell['t'], style: cell['s'], text, problem, hasFormula, hasValue }, book)
    const isEmpty = read?.problem === undefined && cleanText(read?.text) === ''
    if (read === undefined || isEmpty || (hidesZeros && read.isNumber && text === '0')) return
    row.cells.set(column, hiddenColumns.has(column) ? { ...read, isHidden: true } : read)
  }

  function closeRow(): void {
    for (let merge = merges[nextMerge]; merge && merge.rows[0] <= row.number; merge = merges[++nextMerge])
      inRow.push(merge)
    inRow = inRow.filter(({ rows: [, last] }) => row.number <= last)
    if (inRow.length > MAX_COLUMNS) throw new Error('Merged cells overlap.')
    for (const [at, read] of row.cells) {
      const merge = inRow.find(({ columns: [first, last] }) => first <= at && at <= last)
      if (merge === undefined) continue
      const { rows, columns } = merge
      if (rows[0] === rows[1] && columns[0] === at && row.cells.size === 1) row.isMerged = true
      else row.cells.set(at, { ...read, problem: MERGED_PROBLEM })
    }
    rows.push(row)
  }
}
