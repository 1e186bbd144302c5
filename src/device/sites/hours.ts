import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import { DAYS, type Hours, type TimeWindow } from './schema.ts'

function isOvernight({ from, to }: TimeWindow): boolean {
  return to <= from
}

/**
 * The opening windows of a date in local time, in milliseconds as if local time were UTC. They may end on the next day, and
 * overlap.
 */
export function openingTimesOn(hours: Hours, midnightMs: number): Interval[] {
  const date = new Date(midnightMs).toISOString().slice(0, 10)
  return windowsOf(hours, date).map((window) => ({
    startMs: midnightMs + minutesOf(window.from) * MINUTE_MS,
    endMs: midnightMs + minutesOf(window.to) * MINUTE_MS + (isOvernight(window) ? DAY_MS : 0),
  }))
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function windowsOf({ windows, exceptions }: Hours, date: string): readonly TimeWindow[] {
  const exception = exceptions.find((exception) => exception.date === date)
  if (exception !== undefined) return exception.windows
  const day = DAYS[new Date(date).getUTCDay()]
  return windows.filter(({ days }) => days.some((other) => other === day))
}
