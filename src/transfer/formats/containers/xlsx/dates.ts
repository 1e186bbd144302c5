const DAY_MS = 24 * 60 * 60 * 1000
/** Days begin at the end of 1899. Excel counts a 29 February 1900, so earlier dates are a day off. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
/** As old workbooks of the Macintosh count. */
const FIRST_DAY_1904_MS = Date.UTC(1904, 0, 1)

/**
 * Such as `2025-10-05`, or `14:30` for a number below 1.
 * @param is1904 whether the days of the workbook begin in 1904
 */
export function showDays(days: number, is1904: boolean): string {
  const date = new Date((is1904 ? FIRST_DAY_1904_MS : FIRST_DAY_MS) + Math.round(days * DAY_MS))
  if (Number.isNaN(date.getTime())) return String(days)
  const [day = '', time = ''] = date.toISOString().split(/T|:\d\d\.\d+Z$/)
  if (days < 1) return time
  return time === '00:00' ? day : `${day} ${time}`
}
