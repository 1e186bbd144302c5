import { plainNumber } from '../../../lib/text/plain-number.ts'
import { DATE_PROBLEM, FORMULA_PROBLEM, NO_RESULT_PROBLEM } from '../cell-problems.ts'
import type { Cell } from '../row.ts'
import { decodeEscapes, detach, requireCellLength } from './cell-text.ts'
import type { SharedStrings } from './shared-strings.ts'
import { type CellStyle, PLAIN } from './styles.ts'

/** Excel shows 15 digits of a number, but may write 17: 4.3499999999999996 is 4.35. */
const SHOWN_DIGITS = 15

/** The parts of a workbook that the cells of all its sheets need. */
export interface SharedCellData {
  readonly strings: SharedStrings
  readonly styles: readonly CellStyle[]
  /** Whether programs compute the formulas when they open the workbook. If so, a stored result of 0 is no result. */
  readonly recalculates: boolean
}

interface WrittenCell {
  readonly type: string | undefined
  readonly style: string | undefined
  readonly text: string
  /** The problem of a part of the text, if the text is in the cell itself and not among the shared texts. */
  readonly problem: string | undefined
  readonly hasFormula: boolean
  /** Whether there is a value, even an empty one. */
  readonly hasValue: boolean
}

/** The cell as it is shown; undefined if it shows nothing. @throws {Error} if the cell is damaged */
export function toCell(written: WrittenCell, book: SharedCellData): Cell | undefined {
  if (lacksResult(written, book)) return { text: '', problem: NO_RESULT_PROBLEM }
  const value = written.text === '' ? '' : readValue(written, book)
  if (typeof value === 'string') requireCellLength(value)
  const style = book.styles[Number(written.style ?? '0')] ?? PLAIN
  if (value !== '' && isDate(written, style)) return { text: '', problem: DATE_PROBLEM }
  const text = valueText(value, style)
  if (text.trim() === '') return undefined
  return { text, isNumber: typeof value === 'number', problem: cellProblem(written, style, book) }
}

function isDate({ type }: WrittenCell, style: CellStyle): boolean {
  return type === 'd' || (style.isDate && (type === undefined || type === 'n'))
}

function valueText(value: string | number, { show }: CellStyle): string {
  const shown = show(value) ?? (typeof value === 'number' ? plainNumber(value) : value)
  // Some formats mark negative numbers only by the colour red.
  return typeof value === 'number' && value < 0 && !/[-(]/.test(shown) ? `-${shown}` : shown
}

function cellProblem(
  { type, text, problem }: WrittenCell,
  style: CellStyle,
  { strings }: SharedCellData,
): string | undefined {
  if (type === 'e') return FORMULA_PROBLEM
  return style.problem ?? (type === 's' ? strings.problems.get(Number(text)) : problem)
}

/** Some libraries write formulas without computing them: they leave the result out, or write 0. */
function lacksResult({ type, text, hasFormula, hasValue }: WrittenCell, book: SharedCellData): boolean {
  if (!hasFormula) return false
  if (text === '') return type !== 'str' || !hasValue
  return book.recalculates && text === '0' && (type === undefined || type === 'n')
}

function readValue({ type, text }: WrittenCell, { strings }: SharedCellData): string | number {
  if (type === 's') return sharedString(strings.texts, text)
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
