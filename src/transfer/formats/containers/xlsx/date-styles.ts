import { DAY_MS } from '../../../../lib/time/durations.ts'
import { DocumentError } from '../../../errors.ts'
import { parseXml } from '../xml.ts'

/** Which styles of a workbook show a number as a date or as a time of day. */
export interface DateStyles {
  /** @param style the number of a style, as a cell names it */
  isDate(style: string | undefined): boolean
  /** Such as `2025-10-05`, or `14:30` for a number below 1. */
  showDate(days: number): string
}

/** The numbers of the formats that every workbook has, without naming them (ECMA-376, part 1, 18.8.30), also those of Asian languages. */
const BUILT_IN: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/** Excel allows no more. */
const MAX_CODE_LENGTH = 255
/** Texts, escaped characters, and what is in brackets, such as a colour, but not an elapsed time such as `[h]`. */
const NOT_A_FORMAT = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi
const DATE_LETTER = /[ymdhs年月日時分秒]/i
/** Days begin at the end of 1899. Excel counts a 29 February 1900, so earlier dates are a day off. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
/** As old workbooks of the Macintosh count. */
const FIRST_DAY_1904_MS = Date.UTC(1904, 0, 1)

export const NO_DATES: DateStyles = { isDate: () => false, showDate: String }

/**
 * Reads the styles of a workbook.
 * @param fileName for errors
 * @param is1904 whether its days begin in 1904
 * @throws {DocumentError} if a number format is longer than Excel allows
 */
export async function readDateStyles(
  chunks: AsyncIterable<string>,
  fileName: string,
  is1904: boolean,
): Promise<DateStyles> {
  /** Many styles may have one format, so each format is looked at once. */
  const ownFormats = new Map<string, boolean>()
  const formats: string[] = []
  let isInCells = false
  await parseXml(chunks, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') ownFormats.set(numFmtId, isDateCode(formatCode, fileName))
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) formats.push(numFmtId)
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
    text() {},
  })
  const dates = new Set(
    formats.flatMap((id, style) => ((ownFormats.get(id) ?? isBuiltInDate(id)) ? [String(style)] : [])),
  )
  return {
    isDate: (style) => style !== undefined && dates.has(style),
    showDate: (days) => showDays(days, is1904 ? FIRST_DAY_1904_MS : FIRST_DAY_MS),
  }
}

function isBuiltInDate(id: string): boolean {
  return BUILT_IN.some(([first, last]) => Number(id) >= first && Number(id) <= last)
}

function isDateCode(code: string, fileName: string): boolean {
  if (code.length > MAX_CODE_LENGTH)
    throw new DocumentError(
      `${fileName}: must not have a number format of more than ${MAX_CODE_LENGTH} characters: give its cells another format`,
    )
  // The first part is for positive numbers.
  const [positive = ''] = code.replace(NOT_A_FORMAT, '').split(';')
  return DATE_LETTER.test(positive.replace(/general/gi, ''))
}

function showDays(days: number, firstDayMs: number): string {
  const date = new Date(firstDayMs + Math.round(days * DAY_MS))
  if (Number.isNaN(date.getTime())) return String(days)
  const [day = '', time = ''] = date.toISOString().split(/T|:\d\d\.\d+Z$/)
  if (days < 1) return time
  return time === '00:00' ? day : `${day} ${time}`
}
