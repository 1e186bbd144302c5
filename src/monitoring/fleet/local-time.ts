import { readClock } from '../../device/sites/hours.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'

/** What clocks in a zone show, as if it were UTC, in milliseconds. */
export function localMs(timeZone: string, atMs: number): number {
  const { date, time } = readClock(timeZone, atMs)
  return Date.parse(`${date}T${time}Z`) + (atMs % MINUTE_MS)
}

/** The short name of a zone: each locale has those that are usual there, such as MST or BST, and offsets for all others. */
function zoneName(timeZone: string, atMs: number): string {
  const names = ['en-US', 'en-GB'].map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    return format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  })
  return names.find((name) => !/\d/.test(name)) ?? names[0] ?? timeZone
}

/** A time as texts show it, such as `14:05 MST`, or `24 Nov 14:05 MST` if it was more than a day ago. */
export function timeText(timeZone: string, atMs: number, nowMs: number): string {
  const { date, time } = readClock(timeZone, atMs)
  const text = `${time} ${zoneName(timeZone, atMs)}`
  if (nowMs - atMs < DAY_MS) return text
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
  return `${day.format(Date.parse(date))} ${text}`
}
