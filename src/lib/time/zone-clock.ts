import { memoize } from '../memoize.ts'
import { MINUTE_MS } from './durations.ts'

const CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const
/** Kept for each time zone, because creating a format takes ten times as long as using it. */
const formatOf = memoize((timeZone) => new Intl.DateTimeFormat('en', { ...CLOCK, timeZone }))

/** How many minutes the clocks of a time zone are ahead of UTC. */
export function offsetMinutes(timeZone: string, atMs: number): number {
  const parts = formatOf(timeZone).formatToParts(atMs)
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  const clockMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`)
  // `clockMs` is a full minute.
  return Math.ceil((clockMs - atMs) / MINUTE_MS)
}
