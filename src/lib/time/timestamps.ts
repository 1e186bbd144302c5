import { MINUTE_MS } from './durations.ts'

const INSTANT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,12})?(?:[Zz]|([+-])(\d\d):(\d\d))$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const ZERO = 48
const NEGATIVE_DURATION =
  /^-P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/

/**
 * Converts an ISO 8601 timestamp with an offset to UTC, ending in Z. The digits of the fraction are kept.
 * @returns undefined for any other text, and for a date or time that does not exist
 */
export function readInstant(text: string): string | undefined {
  const match = INSTANT.exec(text)
  if (match === null || !exists(text)) return undefined
  const [, fraction = '', sign, offsetHours = 0, offsetMinutes = 0] = match
  const local = text.slice(0, 19)
  if (sign === undefined) return text.charAt(10) === 'T' ? `${local}${fraction}Z` : toUtc(local, fraction, 0)
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes)
  return toUtc(local, fraction, sign === '-' ? -offset : offset)
}

/** The time of such a timestamp in milliseconds since 1970; NaN for any other text. */
export const readInstantMs = (text: string) => Date.parse(readInstant(text) ?? '')

function toUtc(local: string, fraction: string, offsetMinutes: number): string | undefined {
  const date = new Date(`${local.toUpperCase()}Z`)
  date.setUTCMinutes(date.getUTCMinutes() - offsetMinutes)
  const utc = date.toISOString()
  // A longer text is a year before 0 or after 9999, which `toISOString` writes with a sign and six digits.
  return utc.length === 24 ? `${utc.slice(0, 19)}${fraction}Z` : undefined
}

/** Whether the day and the time exist. This is computed because `Date` takes ten times as long. */
function exists(text: string): boolean {
  const month = digits(text, 5)
  const day = digits(text, 8)
  if (month < 1 || month > 12 || day < 1) return false
  if (day > (month === 2 && isLeapYear(Number(text.slice(0, 4))) ? 29 : (DAYS[month - 1] ?? 0))) return false
  return digits(text, 11) < 24 && digits(text, 14) < 60 && digits(text, 17) < 60
}

/** The value of the two digits at an index. */
function digits(text: string, index: number): number {
  return 10 * (text.charCodeAt(index) - ZERO) + text.charCodeAt(index + 1) - ZERO
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/**
 * Converts a timestamp, or a negative ISO 8601 duration relative to now, to UTC. `-PT2M` is two minutes ago.
 * @returns undefined for any other text
 */
export function readTimestamp(text: string, nowMs: number): string | undefined {
  return readInstant(text) ?? readAgo(text, nowMs)
}

function readAgo(text: string, nowMs: number): string | undefined {
  const match = NEGATIVE_DURATION.exec(text)
  if (match === null) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0))
  const date = new Date(nowMs)
  date.setUTCFullYear(date.getUTCFullYear() - years, date.getUTCMonth() - months)
  // A day that the month does not have would be one of the next month.
  if (date.getUTCDate() < new Date(nowMs).getUTCDate()) date.setUTCDate(0)
  date.setTime(
    date.getTime() - (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * MINUTE_MS - seconds * 1000,
  )
  return Number.isNaN(date.getTime()) ? undefined : readInstant(date.toISOString())
}

/** The ISO 8601 text of a time in milliseconds since 1970. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
