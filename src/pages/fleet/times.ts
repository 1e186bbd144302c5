import { BROWSER_LANGUAGES, localCount } from '../../browser/format-values.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import { durationInWords } from '../../lib/time/in-words.ts'
import { isTimeZone } from '../../lib/time/time-zone.ts'

/** A clock of 24 hours, as in the alerts and reasons that the service writes. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const STYLES = {
  clock: CLOCK,
  clockWithZone: { ...CLOCK, timeZoneName: 'short' },
  weekday: { ...CLOCK, weekday: 'short' },
  moment: { ...CLOCK, day: 'numeric', month: 'short' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Style = keyof typeof STYLES

const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time by the clocks of a time zone; by UTC, as the text says, if the browser does not know the time zone. */
export function formatAt(timeMs: number, style: Style, timeZone = BROWSER_ZONE): string {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const key = `${style} ${zone}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(BROWSER_LANGUAGES, { ...STYLES[style], timeZone: zone })
  formats.set(key, format)
  return zone === timeZone ? format.format(timeMs) : `${format.format(timeMs)} (UTC)`
}

/** A text such as `3 h 59 min`: only the full minutes, because the time may go on. */
export function formatDuration(lengthMs: number): string {
  return durationInWords(Math.floor(lengthMs / MINUTE_MS) * MINUTE_MS)
}

/** A text such as `12 min ago`, `5 h 10 min ago` or `Tue 14:05 (2 days ago)`. */
export function formatSeen(timestamp: string, nowMs: number, timeZone: string): string {
  const atMs = Date.parse(timestamp)
  const ageMs = nowMs - atMs
  // The clock of the browser may be behind that of the service.
  if (ageMs < 90_000) return 'just now'
  if (ageMs < DAY_MS) return `${formatDuration(ageMs)} ago`
  const days = `${localCount(Math.floor(ageMs / DAY_MS), 'day')} ago`
  return `${formatAt(atMs, ageMs < 7 * DAY_MS ? 'weekday' : 'day', timeZone)} (${days})`
}

/** The shortest clear text for a time, such as `10:02`, `Tue 10:02`, `3 Nov 2026`, or, if it is to come, `3 Nov, 10:02`. */
export function formatSince(timestamp: string, nowMs: number, timeZone: string): string {
  const atMs = Date.parse(timestamp)
  if (nowMs - atMs >= 7 * DAY_MS) return formatAt(atMs, 'day', timeZone)
  // The day of the week alone would be read as today's.
  if (atMs - nowMs >= 6 * DAY_MS) return formatAt(atMs, 'moment', timeZone)
  return formatAt(atMs, isSameDay(atMs, nowMs, timeZone) ? 'clock' : 'weekday', timeZone)
}

export function isSameDay(oneMs: number, otherMs: number, timeZone: string): boolean {
  return formatAt(oneMs, 'day', timeZone) === formatAt(otherMs, 'day', timeZone)
}
