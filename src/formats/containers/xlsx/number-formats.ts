import { format, isDateFormat, isValidFormat } from 'numfmt'

export interface NumberFormat {
  readonly isDate: boolean
  /** The text that a cell shows in English, without spaces at its ends; undefined if it is just the value. */
  show(value: string | number): string | undefined
}

const GENERAL: NumberFormat = { isDate: false, show: () => undefined }
const DATE: NumberFormat = { isDate: true, show: () => undefined }

/**
 * The formats that workbooks use by number without a definition (ECMA-376, part 1, 18.8.30). Formats of money have no currency
 * here, because it depends on the program and not on the file.
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
/** The numbers of the formats of dates, including those of Asian languages. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/** A format applies to texts if it has a fourth part, or a part with `@`. */
const HAS_TEXT = /@|;[^;]*;[^;]*;/
/** Smaller than any difference that 15 digits can show. */
const ROUNDING_NUDGE = 1e-15
/** A currency and a language, such as `[$€-407]`. The language would change the separators. */
const LANGUAGE = /\[\$([^[\]-]*)-[^[\]]*\]/g

/** The format with a number that the workbook does not define. */
export function builtInFormat(id: string): NumberFormat {
  if (BUILT_IN_DATES.some(([first, last]) => Number(id) >= first && Number(id) <= last)) return DATE
  return numberFormat(BUILT_IN.get(id) ?? '')
}

/** A format by its code, such as `0.00 "€"`. An invalid code shows just the number, as in spreadsheets. */
export function numberFormat(code: string): NumberFormat {
  if (/^(general|@)?$/i.test(code)) return GENERAL
  const english = code.replace(LANGUAGE, (_, currency: string) => (currency === '' ? '' : `[$${currency}]`))
  if (!isValidFormat(english)) return GENERAL
  return isDateFormat(english) ? DATE : { isDate: false, show: (value) => show(english, value) }
}

function show(code: string, value: string | number): string | undefined {
  if (typeof value === 'string' && !HAS_TEXT.test(code)) return undefined
  // Spreadsheets use 15 digits, and so round 4.725 up, although its binary number is a little less.
  const isWhole = typeof value === 'string' || Number.isInteger(value)
  const shown = format(code, isWhole ? value : value * (1 + ROUNDING_NUDGE)).trim()
  return shown === String(value).trim() ? undefined : shown
}
