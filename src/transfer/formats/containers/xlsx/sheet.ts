import type { Cell } from '../container.ts'
import { xmlParser } from '../xml.ts'
import { decodeEscapes, detach, MAX_CELL_LENGTH } from './cell-text.ts'
import type { DateStyles } from './date-styles.ts'

const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
const LETTER_A = 'A'.charCodeAt(0)
const LETTERS = 26
/** Excel shows 15 digits of a number, but may write 17: 4.3499999999999996 is 4.35. */
const SHOWN_DIGITS = 15

export interface SheetRow {
  readonly number: number
  readonly cells: ReadonlyMap<number, Cell>
  readonly formulaErrors: ReadonlySet<number>
  readonly dates: ReadonlyMap<number, string>
}

/**
 * Reads the rows of a sheet that have any content, with their real numbers. They come in parts, because a promise for each
 * row takes longer than reading it.
 * @throws {Error} if the sheet is damaged
 */
export async function* readSheet(
  chunks: AsyncIterable<string>,
  strings: readonly string[],
  dates: DateStyles,
): AsyncGenerator<readonly SheetRow[]> {
  const { write, take } = sheetParser(strings, dates)
  for await (const chunk of chunks) {
    write(chunk)
    yield take()
  }
  write()
  yield take()
}

function sheetParser(strings: readonly string[], { isDate, showDate }: DateStyles) {
  let rows: SheetRow[] = []
  let row = emptyRow(0)
  let column = -1
  let type: string | undefined
  let style: string | undefined
  let text = ''
  let isText = false
  let isPronunciation = false

  const write = xmlParser({
    open(name, attributes) {
      if (name === 'c') openCell(attributes)
      else if (name === 'row') openRow(attributes)
      else if (name === 'rPh') isPronunciation = true
      else if (name === 'v' || name === 't') isText = !isPronunciation
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false
      else if (name === 'c') closeCell()
      else if (name === 'rPh') isPronunciation = false
      else if (name === 'row' && row.cells.size > 0) rows.push(row)
    },
    text(part) {
      if (isText) text += part
    },
  })
  return { write, take }

  function take(): readonly SheetRow[] {
    const taken = rows
    rows = []
    return taken
  }

  function openRow({ r }: Readonly<Record<string, string>>): void {
    row = emptyRow(r === undefined ? row.number + 1 : Number(r))
    column = -1
    if (!Number.isInteger(row.number) || row.number < 1 || row.number > MAX_ROWS)
      throw new Error('A row has a wrong number.')
  }

  function openCell({ r, s, t }: Readonly<Record<string, string>>): void {
    column = r === undefined ? column + 1 : columnOf(r)
    if (column < 0 || column >= MAX_COLUMNS) throw new Error('A cell has a wrong reference.')
    type = t
    style = s
    text = ''
  }

  function closeCell(): void {
    const value = text === '' ? '' : cellOf(type, text, strings)
    if (typeof value === 'string' && value.length > MAX_CELL_LENGTH) throw new Error('A cell is too long.')
    if (typeof value === 'string' && value.trim() === '') return
    row.cells.set(column, value)
    if (type === 'e') row.formulaErrors.add(column)
    if (type === 'd') row.dates.set(column, text)
    if (typeof value === 'number' && isDate(style)) row.dates.set(column, showDate(value))
  }
}

function emptyRow(number: number) {
  return {
    number,
    cells: new Map<number, Cell>(),
    formulaErrors: new Set<number>(),
    dates: new Map<number, string>(),
  }
}

/** The column in a reference such as `AB12`; -1 if there is none. */
function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) - LETTER_A
    if (letter < 0 || letter >= LETTERS) break
    column = column * LETTERS + letter + 1
  }
  return column - 1
}

function cellOf(type: string | undefined, text: string, strings: readonly string[]): Cell {
  if (type === 's') return sharedString(strings, text)
  if (type === 'b') return text.trim() === '1' ? 'true' : 'false'
  if (type !== undefined && type !== 'n') return detach(decodeEscapes(text))
  const number = Number(text)
  if (!Number.isFinite(number)) throw new Error('A number is damaged.')
  return Number(number.toPrecision(SHOWN_DIGITS))
}

function sharedString(strings: readonly string[], text: string): string {
  const string = strings[Number(text)]
  if (string === undefined) throw new Error('A text is missing.')
  return string
}
