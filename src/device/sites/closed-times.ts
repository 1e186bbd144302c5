import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import { type Interval, merged, within, without } from '../../lib/time/intervals.ts'
import { offsetMinutes } from '../../lib/time/zone-clock.ts'
import { openingTimesOn } from './hours.ts'
import type { Site } from './schema.ts'

/** The times of a period in which a site is closed: when its clocks show a time outside of its opening hours. */
export function closedTimes(
  { timezone, hours }: Pick<Site, 'timezone' | 'hours'>,
  period: Interval,
): Interval[] {
  if (hours === null || period.startMs >= period.endMs) return []
  const dates = datesAround(period)
  const openingTimes = merged(dates.flatMap((date) => openingTimesOn(hours, date)))
  const open = offsetPeriodsOf(timezone, dates).flatMap(({ startMs, endMs, offsetMs }) =>
    within(openingTimes, { startMs: startMs + offsetMs, endMs: endMs + offsetMs }).map((part) => ({
      startMs: part.startMs - offsetMs,
      endMs: part.endMs - offsetMs,
    })),
  )
  return without([period], open)
}

/** The start of a day in UTC. */
export function startOfUtcDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

/** The midnights of the dates in a period, and of those before and after it, since clocks are ahead of UTC or behind it. */
function datesAround({ startMs, endMs }: Interval): number[] {
  const first = startOfUtcDay(startMs) - 2 * DAY_MS
  const count = Math.ceil((endMs - first) / DAY_MS) + 3
  return Array.from({ length: count }, (_, n) => first + n * DAY_MS)
}

/** A time in which the clocks of a zone do not change. */
interface OffsetPeriod extends Interval {
  /** How much these clocks are ahead of UTC. */
  readonly offsetMs: number
}

/** Kept by zone and dates, because finding the periods reads the clock of the zone a hundred times. */
const knownPeriods = new LRUCache<string, readonly OffsetPeriod[]>({ max: 200 })

function offsetPeriodsOf(timezone: string, midnights: readonly number[]): readonly OffsetPeriod[] {
  const key = `${timezone} ${midnights[0]} ${midnights.length}`
  const periods = knownPeriods.get(key) ?? findOffsetPeriods(timezone, midnights)
  knownPeriods.set(key, periods)
  return periods
}

/** Divides the time between the first and the last of these midnights at each change of the clocks. */
function findOffsetPeriods(timezone: string, midnights: readonly number[]): OffsetPeriod[] {
  const offsets = midnights.map((atMs) => offsetMinutes(timezone, atMs))
  const changes = midnights.filter((_, n) => n > 0 && offsets[n] !== offsets[n - 1])
  const starts = [midnights[0] ?? 0, ...changes.map((atMs) => clockChangeMs(timezone, atMs - DAY_MS))]
  return starts.map((startMs, n) => ({
    startMs,
    endMs: starts[n + 1] ?? midnights.at(-1) ?? startMs,
    offsetMs: offsetMinutes(timezone, startMs) * MINUTE_MS,
  }))
}

/** The minute within a day at which the offset from UTC changes. */
function clockChangeMs(timezone: string, dayMs: number): number {
  const before = offsetMinutes(timezone, dayMs)
  let [unchanged, changed] = [0, DAY_MS / MINUTE_MS]
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2)
    if (offsetMinutes(timezone, dayMs + middle * MINUTE_MS) === before) unchanged = middle
    else changed = middle
  }
  return dayMs + changed * MINUTE_MS
}
