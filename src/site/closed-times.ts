import { type Interval, joined, within } from '../intervals.ts'
import { boundariesOn, isOpen, minuteOffset } from './hours.ts'
import type { Hours, Site } from './schema.ts'

const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
/** Sites with the same hours in the same time zone share an entry, so few are needed. */
const MAX_KNOWN = 1000

type Place = Pick<Site, 'timezone' | 'hours'>
interface ClosedTimes {
  readonly period: Interval
  readonly closed: readonly Interval[]
}

/** By hours: a month of them takes half a millisecond to compute. */
const known = new Map<string, ClosedTimes>()

/** The times in which a site is closed, in a period. */
export function closedTimes({ timezone, hours }: Place, { startMs, endMs }: Interval): Interval[] {
  if (hours === null || startMs >= endMs) return []
  const key = `${timezone} ${JSON.stringify(hours)}`
  const found = known.get(key)
  if (found && found.period.startMs <= startMs && found.period.endMs >= endMs)
    return within(found.closed, { startMs, endMs })
  const period = { startMs: midnightBefore(startMs), endMs: midnightBefore(endMs) + DAY_MS }
  const closed = computeClosedTimes(timezone, hours, period)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, { period, closed })
  return within(closed, { startMs, endMs })
}

/** The start of a day in UTC. */
export function midnightBefore(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

/** Between the moments at which it may change, whether a site is open is asked once. */
function computeClosedTimes(timezone: string, hours: Hours, period: Interval): Interval[] {
  const { startMs, endMs } = period
  const moments = momentsOfChange(timezone, hours, period).filter((atMs) => atMs > startMs && atMs < endMs)
  const starts = [startMs, ...new Set(moments.sort((a, b) => a - b))]
  const parts = starts.map((atMs, index) => ({ startMs: atMs, endMs: starts[index + 1] ?? endMs }))
  return joined(parts.filter((part) => !isOpen({ timezone, hours }, part.startMs)))
}

/** With each offset from UTC that occurs in the period: too many moments do no harm. */
function momentsOfChange(timezone: string, hours: Hours, { startMs, endMs }: Interval): number[] {
  const midnights: number[] = []
  for (let atMs = startMs - 2 * DAY_MS; atMs <= endMs + 2 * DAY_MS; atMs += DAY_MS) midnights.push(atMs)
  const offsets = midnights.map((atMs) => minuteOffset(timezone, atMs))
  const boundaries = midnights.flatMap((atMs) =>
    boundariesOn(hours, new Date(atMs).toISOString().slice(0, 10)).map(
      (minutes) => atMs + minutes * MINUTE_MS,
    ),
  )
  const changes = midnights.flatMap((atMs, index) =>
    offsets[index] === (offsets[index + 1] ?? offsets[index]) ? [] : [clockChange(timezone, atMs)],
  )
  const different = [...new Set(offsets)]
  return [...changes, ...boundaries.flatMap((atMs) => different.map((offset) => atMs - offset * MINUTE_MS))]
}

/** The minute within a day at which the offset from UTC changes. */
function clockChange(timezone: string, dayMs: number): number {
  const before = minuteOffset(timezone, dayMs)
  let [unchanged, changed] = [0, DAY_MS / MINUTE_MS]
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2)
    if (minuteOffset(timezone, dayMs + middle * MINUTE_MS) === before) unchanged = middle
    else changed = middle
  }
  return dayMs + changed * MINUTE_MS
}
