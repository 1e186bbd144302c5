import { memoize } from '../memoize.ts'
import { MINUTE_MS } from './durations.ts'

/** How long something took: `34 min`, `2 h 14 min` or `3 d 2 h`. */
export function durationInWords(durationMs: number): string {
  const minutes = Math.max(1, Math.round(durationMs / MINUTE_MS))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}

/** A time as clocks in a time zone show it, with the date if it is not today: `Nov 24, 10:02 PST`, or `Nov 24, 2025, 10:02 PST`. */
export function timeInWords(timeMs: number, timeZone: string, nowMs: number): string {
  const { dates, times } = formatsOf(timeZone)
  const date = dates.format(timeMs)
  const time = times.format(timeMs)
  const today = dates.format(nowMs)
  const thisYear = today.slice(-', 2026'.length)
  return date === today
    ? time
    : `${date.endsWith(thisYear) ? date.slice(0, -thisYear.length) : date}, ${time}`
}

const CLOCK = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
/** Kept for each time zone, because creating a format takes longer than using it. */
const formatsOf = memoize((timeZone) => ({
  dates: new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric', year: 'numeric' }),
  times: new Intl.DateTimeFormat('en-US', { timeZone, ...CLOCK }),
}))
