const HOUR_MS = 3_600_000
/** How far the time of a place may be from UTC. */
const ZONES_MS = { ahead: 14 * HOUR_MS, behind: 12 * HOUR_MS }
const WRITTEN =
  /^(?<date>\d{4}(?<month>-\d\d(?<day>-\d\d)?)?)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i

/** What a date may mean, wherever it is. */
interface Moments {
  readonly firstMs: number
  readonly lastMs: number
}

/** The moments that a date, a month, a year or a time may be; undefined if it is none of these. */
export function momentsOf(text: string): Moments | undefined {
  const { date, month, day, time, zone = '' } = WRITTEN.exec(text)?.groups ?? {}
  if (date === undefined) return undefined
  const offset = zone.replace(/(\d\d):?(\d\d)$/, '$1:$2').toUpperCase() || 'Z'
  const firstMs = Date.parse(time === undefined ? date : `${date}T${time}${offset}`)
  if (Number.isNaN(firstMs)) return undefined
  const end = new Date(firstMs)
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1)
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1)
  else if (time === undefined) end.setUTCDate(end.getUTCDate() + 1)
  if (zone !== '') return { firstMs, lastMs: end.getTime() }
  return { firstMs: firstMs - ZONES_MS.ahead, lastMs: end.getTime() + ZONES_MS.behind }
}

/** Whether a text is a time of day, such as `17:00`. */
export function isTimeOfDay(text: string): boolean {
  return /^T?\d{1,2}:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?$/i.test(text)
}
