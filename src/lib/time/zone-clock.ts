import { MINUTE_MS } from './durations.ts'

/** Cached by time zone, because creating a format takes ten times as long as using it. */
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

/** How many minutes the clocks of a time zone are ahead of UTC. */
export function offsetMinutes(timeZone: string, atMs: number): number {
  const parts = formatOf(timeZone).formatToParts(atMs)
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  const clockMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`)
  return Math.round((clockMs - atMs) / MINUTE_MS)
}
