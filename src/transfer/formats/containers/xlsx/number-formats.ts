import { format, isDateFormat, isValidFormat } from 'numfmt'
import type { Cell } from '../container.ts'

export interface NumberFormat {
  readonly isDate: boolean
  /** What a cell shows in English, without spaces at its ends; undefined if that is just the value. */
  show(value: Cell): string | undefined
}

const GENERAL: NumberFormat = { isDate: false, show: () => undefined }
const DATE: NumberFormat = { isDate: true, show: () => undefined }

/**
 * The formats that every workbook has, without naming them (ECMA-376, part 1, 18.8.30). The currency of those of money is that
 * of the program, and not in the file.
 */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ...['0', '0.00', '#,##0', '#,##0.00'].map((code, index) => [String(index + 1), code] as const),
  ...[5, 6].map((id) => [String(id), '#,##0'] as const),
  ...[7, 8].map((id) => [String(id), '#,##0.00'] as const),
  ...['0%', '0.00%', '0.00E+00', '# ?/?', '# ??/??'].map((code, index) => [String(index + 9), code] as const),
  ...[37, 38].map((id) => [String(id), '#,##0;(#,##0)'] as const),
  ...[39, 40].map((id) => [String(id), '#,##0.00;(#,##0.00)'] as const),
  ...[41, 42].map((id) => [String(id), '#,##0;(#,##0);"-"'] as const),
  ...[43, 44].map((id) => [String(id), '#,##0.00;(#,##0.00);"-"'] as const),
  ['48', '##0.0E+0'],
])
/** The numbers of those of dates, also of Asian languages. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/** Texts have the fourth part of a format, or one with `@`. */
const HAS_TEXT = /@|;[^;]*;[^;]*;/
/** Less than 15 digits can tell. */
const HALF_UP = 1e-15
/** A currency and a language, such as `[$€-407]`. The language would change the separators. */
const LANGUAGE = /\[\$([^[\]-]*)-[^[\]]*\]/g

/** A format by its number, unless the workbook says what it is. */
export function builtInFormat(id: string): NumberFormat {
  if (BUILT_IN_DATES.some(([first, last]) => Number(id) >= first && Number(id) <= last)) return DATE
  return numberFormat(BUILT_IN.get(id) ?? '')
}

/** A format by its code, such as `0.00 "€"`. What is no code shows just the number, as spreadsheets do. */
export function numberFormat(code: string): NumberFormat {
  if (/^(general|@)?$/i.test(code)) return GENERAL
  const english = code.replace(LANGUAGE, (_, currency: string) => (currency === '' ? '' : `[$${currency}]`))
  if (!isValidFormat(english)) return GENERAL
  return isDateFormat(english) ? DATE : { isDate: false, show: (value) => show(english, value) }
}

function show(code: string, value: Cell): string | undefined {
  if (typeof value === 'string' && !HAS_TEXT.test(code)) return undefined
  // Spreadsheets round what is half in 15 digits up, as 4.725 is, although its binary number is a little less.
  const isWhole = typeof value === 'string' || Number.isInteger(value)
  const shown = format(code, isWhole ? value : value * (1 + HALF_UP)).trim()
  return shown === String(value).trim() ? undefined : shown
}
