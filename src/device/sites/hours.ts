import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import { DAYS, type Hours, type Site, type TimeWindow } from './schema.ts'

/**
 * Whether a site is open. Windows are compared with what clocks at the site show. A boundary in an hour that a change of the
 * clocks skips therefore takes effect right after it, and an hour that is repeated is in a window both times.
 */
export function isOpen({ timezone, hours }: Pick<Site, 'timezone' | 'hours'>, atMs: number): boolean {
  if (hours === null) return true
  const { date, time } = readClock(timezone, atMs)
  const hasBegun = (window: TimeWindow) => window.from <= time && (isOvernight(window) || time < window.to)
  const goesOn = (window: TimeWindow) => isOvernight(window) && time < window.to
  return windowsOf(hours, date).some(hasBegun) || windowsOf(hours, dayBefore(date)).some(goesOn)
}

function isOvernight({ from, to }: TimeWindow): boolean {
  return to <= from
}

/** The windows of a date, as times that clocks show, in milliseconds as if they were UTC. They may end on the next day, and overlap. */
export function openByClock(hours: Hours, midnightMs: number): Interval[] {
  const date = new Date(midnightMs).toISOString().slice(0, 10)
  return windowsOf(hours, date).map((window) => ({
    startMs: midnightMs + minutesOf(window.from) * MINUTE_MS,
    endMs: midnightMs + minutesOf(window.to) * MINUTE_MS + (isOvernight(window) ? DAY_MS : 0),
  }))
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** How many minutes the clocks of a time zone are ahead of UTC. */
export function offsetMinutes(timeZone: string, atMs: number): number {
  const { date, time } = readClock(timeZone, atMs)
  return Math.round((Date.parse(`${date}T${time}Z`) - atMs) / MINUTE_MS)
}

function windowsOf({ windows, exceptions }: Hours, date: string): readonly TimeWindow[] {
  const exception = exceptions.find((exception) => exception.date === date)
  if (exception !== undefined) return exception.windows
  const day = DAYS[new Date(date).getUTCDay()]
  return windows.filter(({ days }) => days.some((other) => other === day))
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)
}

/** To create one takes ten times as long as to use it. There are only as many as there are time zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const created = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, created)
  return created
}

/** The date and the time in a time zone, both as in opening hours, so that they can be compared as texts. */
export function readClock(timeZone: string, atMs: number) {
  const parts = formatOf(timeZone).formatToParts(atMs)
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}
