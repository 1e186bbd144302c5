import { isTimeZone } from '../../../lib/time/time-zone.ts'
import { durationInWords } from '../../../lib/time/words.ts'
import { offsetMinutes, readClock } from '../../../lib/time/zone-clock.ts'
import { BROWSER_LANGUAGES, counted } from '../shared/format.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const STYLES = {
  clock: { hour: 'numeric', minute: '2-digit' },
  clockWithZone: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  weekday: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Style = keyof typeof STYLES

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time by the clocks of a time zone. If the browser does not know it, they are those of UTC, and the text says so. */
export function formatAt(timeMs: number, style: Style, timeZone: string): string {
  const zone = knownZone(timeZone)
  const key = `${style} ${zone}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(BROWSER_LANGUAGES, { ...STYLES[style], timeZone: zone })
  formats.set(key, format)
  return zone === timeZone ? format.format(timeMs) : `${format.format(timeMs)} (UTC)`
}

/** Such as `12 min ago`, `5 h 10 min ago` or `Tue 14:05 (2 days ago)`. */
export function formatSeen(timestamp: string, nowMs: number, timeZone: string): string {
  const atMs = Date.parse(timestamp)
  const ageMs = nowMs - atMs
  // The clock of the browser may be behind that of the service.
  if (ageMs < 90_000) return 'just now'
  if (ageMs < DAY_MS) return `${durationInWords(Math.floor(ageMs / MINUTE_MS) * MINUTE_MS)} ago`
  const days = `${counted(Math.floor(ageMs / DAY_MS), 'day')} ago`
  return `${formatAt(atMs, ageMs < 7 * DAY_MS ? 'weekday' : 'day', timeZone)} (${days})`
}

/** Such as `10:02`, `Tue 10:02` or `3 Nov 2026`: the shortest that tells which time it was. */
export function formatSince(timestamp: string, nowMs: number, timeZone: string): string {
  const atMs = Date.parse(timestamp)
  if (nowMs - atMs >= 7 * DAY_MS) return formatAt(atMs, 'day', timeZone)
  const isToday = formatAt(atMs, 'day', timeZone) === formatAt(nowMs, 'day', timeZone)
  return formatAt(atMs, isToday ? 'clock' : 'weekday', timeZone)
}

/** Such as `2026-11-25 14:05` by the clocks of a time zone. */
export function isoMinuteAt(timeMs: number, timeZone: string): string {
  const { date, time } = readClock(knownZone(timeZone), timeMs)
  return `${date} ${time}`
}

/** The instant at which the clocks of a time zone show an hour of the day after this one. */
export function tomorrowAt(hour: number, nowMs: number, timeZone: string): number {
  const offsetMs = (atMs: number) => offsetMinutes(knownZone(timeZone), atMs) * MINUTE_MS
  const localMs = nowMs + offsetMs(nowMs)
  const wantedMs = (Math.floor(localMs / DAY_MS) + 1) * DAY_MS + hour * HOUR_MS
  // The clocks may change meanwhile.
  return wantedMs - offsetMs(wantedMs - offsetMs(nowMs))
}

/** UTC if the browser does not know a time zone. */
function knownZone(timeZone: string): string {
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
