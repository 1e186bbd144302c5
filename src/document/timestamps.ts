const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,12})?(?:[Zz]|([+-])(\d\d):(\d\d))$/
const NEGATIVE_DURATION =
  /^-P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/

/**
 * The instant that an ISO 8601 timestamp with an offset names, in UTC and ending in Z, with the digits of its
 * fraction as they came.
 * @returns undefined for anything else, and for a date or a time that does not exist
 */
export function readInstant(text: string): string | undefined {
  const match = INSTANT.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(7)
  const local = utcDate(year, month, day, hour, minute, second)
  if (local.toISOString().slice(0, 19) !== `${text.slice(0, 10)}T${text.slice(11, 19)}`) return undefined
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1)
  local.setUTCMinutes(local.getUTCMinutes() - offset)
  const utc = local.toISOString()
  // Years before 0 and after 9999 are written with a sign and six digits.
  return utc.length === 24 ? `${utc.slice(0, 19)}${fraction}Z` : undefined
}

/**
 * The instant that a timestamp or a negative ISO 8601 duration names; `-PT2M` is two minutes before now.
 * @returns undefined for anything else
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
  date.setTime(date.getTime() - (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 - seconds * 1000)
  return Number.isNaN(date.getTime()) ? undefined : readInstant(date.toISOString())
}

function utcDate(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): Date {
  const date = new Date(0)
  // Date.UTC would read a year below 100 as one of the twentieth century.
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  return date
}
