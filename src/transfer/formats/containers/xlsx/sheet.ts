import { cleanText } from '../../mapping/text.ts'
import { type Cell, type Mark, NO_MARKS, type Row } from '../container.ts'
import { xmlParser } from '../xml.ts'
import { type Book, lacksResult, markOf, readValue } from './cells.ts'
import { mergeFiller, type OpenRow, readMerges } from './merges.ts'
import { columnOf } from './references.ts'
import { isTrue, RichText } from './rich-text.ts'

const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384

type Attributes = Readonly<Record<string, string>>
export type SheetRow = Omit<Row, 'sheet'>

/**
 * Reads the rows of a sheet that have any content, with their real numbers. They come in parts, because a promise for each
 * row takes longer than reading it.
 * @param read reads the part of the file from its beginning
 * @throws {Error} if the sheet is damaged
 */
export async function* readSheet(
  read: () => AsyncIterable<string>,
  book: Book,
): AsyncGenerator<readonly SheetRow[]> {
  const { write, take } = sheetParser(book, mergeFiller(await readMerges(read())))
  for await (const chunk of read()) {
    write(chunk)
    yield take()
  }
  write()
  yield take()
}

function sheetParser(book: Book, fillMerged: (row: OpenRow) => void) {
  let rows: SheetRow[] = []
  let row = emptyRow(0)
  let column = -1
  let cell: Attributes = {}
  let hasFormula = false
  let hasValue = false
  let hidesZeros = false
  const hiddenColumns: (readonly [first: number, last: number])[] = []
  const rich = new RichText()

  const write = xmlParser({
    open(name, attributes) {
      if (name === 'c') openCell(attributes)
      else if (name === 'row') openRow(attributes)
      else if (name === 'sheetView') hidesZeros = ['0', 'false'].includes(attributes['showZeros'] ?? '')
      else if (name === 'col' && !book.withHidden) hideColumns(attributes)
      else rich.open(name, attributes)
      if (name === 'f') hasFormula = true
      else if (name === 'v' || name === 't') hasValue = true
    },
    close(name) {
      rich.close(name)
      if (name === 'c') closeCell()
      else if (name === 'row') closeRow()
    },
    text: (part) => rich.add(part),
  })
  return { write, take }

  function take(): readonly SheetRow[] {
    const taken = rows
    rows = []
    return taken
  }

  function hideColumns({ min, max, hidden, width }: Attributes): void {
    if (isTrue(hidden) || Number(width ?? 1) === 0) hiddenColumns.push([Number(min) - 1, Number(max) - 1])
  }

  function openRow({ r, hidden, ht }: Attributes): void {
    const isHidden = !book.withHidden && (isTrue(hidden) || Number(ht ?? 1) === 0)
    row = emptyRow(r === undefined ? row.number + 1 : Number(r), isHidden)
    column = -1
    if (!Number.isInteger(row.number) || row.number < 1 || row.number > MAX_ROWS)
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
    const { text, mark: textMark } = rich
    const written = { type: cell['t'], style: cell['s'], text, textMark, hasFormula, hasValue }
    const lacks = lacksResult(written, book)
    const value = lacks ? '' : readValue(written, book)
    if (lacks) mark({ lacksResult: true })
    else if (typeof value === 'number' || cleanText(value) !== '')
      addCell(value, markOf(written, value, book))
  }

  /** A cell that shows nothing is empty. */
  function addCell(value: Cell, found: Mark | undefined): void {
    if (found?.shown === '' || (value === 0 && hidesZeros)) return
    row.cells.set(column, value)
    mark(found)
  }

  function mark(found: Mark | undefined): void {
    const isHidden = hiddenColumns.some(([first, last]) => column >= first && column <= last)
    if (found === undefined && !isHidden) return
    row.marks ??= new Map()
    row.marks.set(column, isHidden ? { ...found, isHidden } : (found ?? {}))
  }

  function closeRow(): void {
    if (row.cells.size === 0 && row.marks === undefined) return
    fillMerged(row)
    rows.push({ ...row, marks: row.marks ?? NO_MARKS })
  }
}

function emptyRow(number: number, isHidden = false): OpenRow & { readonly isHidden: boolean } {
  return { number, isHidden, cells: new Map(), marks: undefined }
}
