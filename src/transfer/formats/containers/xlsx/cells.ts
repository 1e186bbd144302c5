import type { Cell, Mark } from '../container.ts'
import { decodeEscapes, detach, MAX_CELL_LENGTH } from './cell-text.ts'
import type { TextMark } from './rich-text.ts'
import type { SharedStrings } from './shared-strings.ts'
import { type CellStyle, PLAIN } from './styles.ts'

/** Excel shows 15 digits of a number, but may write 17: 4.3499999999999996 is 4.35. */
const SHOWN_DIGITS = 15

/** What the cells of all sheets of a workbook need. */
export interface Book {
  readonly strings: SharedStrings
  readonly styles: readonly CellStyle[]
  readonly is1904: boolean
  /** Whether the results of its formulas are to be computed when it is opened. Then a result of 0 is none. */
  readonly recalculates: boolean
  readonly withHidden: boolean
}

interface WrittenCell {
  readonly type: string | undefined
  readonly style: string | undefined
  readonly text: string
  /** What the parts of its own text look like. */
  readonly textMark: TextMark | undefined
  readonly hasFormula: boolean
  /** Whether there is a value, be it empty. */
  readonly hasValue: boolean
}

/** @throws {Error} if the cell is damaged */
export function readValue({ type, text }: WrittenCell, { strings }: Book): Cell {
  const value = text === '' ? '' : parse(type, text, strings.texts)
  if (typeof value === 'string' && value.length > MAX_CELL_LENGTH) throw new Error('A cell is too long.')
  return value
}

/** Libraries write formulas, but compute nothing: some leave the result out, and some write 0. */
export function lacksResult({ type, text, hasFormula, hasValue }: WrittenCell, book: Book): boolean {
  if (!hasFormula) return false
  if (text === '') return type !== 'str' || !hasValue
  return book.recalculates && text === '0' && (type === undefined || type === 'n')
}

/** What a cell with a value has besides it; undefined if there is nothing. */
export function markOf(cell: WrittenCell, value: Cell, book: Book): Mark | undefined {
  const style = book.styles[Number(cell.style ?? '0')] ?? PLAIN
  const text = cell.type === 's' ? book.strings.marks.get(Number(cell.text)) : cell.textMark
  const struck = book.withHidden ? undefined : style.isStruck ? 'whole' : text?.struck
  const mark = {
    ...(cell.type === 'e' && { isError: true }),
    ...(cell.type === 'd' && { date: cell.text }),
    ...shownMark(value, style, book),
    ...(struck && { struck }),
    ...(text?.hasSuperscript && { hasSuperscript: true }),
  }
  return Object.keys(mark).length > 0 ? mark : undefined
}

function shownMark(value: Cell, { isDate, show }: CellStyle, { is1904 }: Book): Mark {
  if (isDate) return typeof value === 'number' ? { date: showDays(value, is1904) } : {}
  const shown = show(value)
  return shown === undefined ? {} : { shown }
}

function parse(type: string | undefined, text: string, strings: readonly string[]): Cell {
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

const DAY_MS = 24 * 60 * 60 * 1000
/** Days begin at the end of 1899. Excel counts a 29 February 1900, so earlier dates are a day off. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
/** As old workbooks of the Macintosh count. */
const FIRST_DAY_1904_MS = Date.UTC(1904, 0, 1)

/**
 * Such as `2025-10-05`, or `14:30` for a number below 1.
 * @param is1904 whether the days of the workbook begin in 1904
 */
function showDays(days: number, is1904: boolean): string {
  const date = new Date((is1904 ? FIRST_DAY_1904_MS : FIRST_DAY_MS) + Math.round(days * DAY_MS))
  if (Number.isNaN(date.getTime())) return String(days)
  const [day = '', time = ''] = date.toISOString().split(/T|:\d\d\.\d+Z$/)
  if (days < 1) return time
  return time === '00:00' ? day : `${day} ${time}`
}
