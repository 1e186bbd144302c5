import { HOUR_MS } from '../../lib/time/durations.ts'

const OPENING_HOUR = 6
/** How far away “morning” is at least: between 3:00 and 6:00, staff mean the morning of the next day. */
const MIN_AHEAD_MS = 3 * HOUR_MS

/** Returns the next 6:00, by the browser's clock, that is at least three hours away. */
export function nextMorning(now = new Date()): Date {
  const morning = new Date(now)
  // In local time, so that a day on which clocks change has 23 or 25 hours.
  morning.setHours(OPENING_HOUR, 0, 0, 0)
  while (morning.getTime() - now.getTime() < MIN_AHEAD_MS) morning.setDate(morning.getDate() + 1)
  return morning
}

/** Formats a morning with its day: `tomorrow 6:00`, or `Tue 6:00` if it is not tomorrow. */
export function describeMorning(morning: Date, now = new Date()): string {
  const tomorrow = new Date(now)
  tomorrow.setDate(now.getDate() + 1)
  const isTomorrow = morning.toDateString() === tomorrow.toDateString()
  const day = isTomorrow ? 'tomorrow' : morning.toLocaleDateString('en', { weekday: 'short' })
  // A no-break space keeps day and time in one line.
  return `${day}\u00a0${OPENING_HOUR}:00`
}
