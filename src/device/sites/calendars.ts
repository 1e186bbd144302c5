import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { singleFlight } from '../../lib/flow/single-flight.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { QueryRunner } from '../../storage/database.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { closedTimes, midnightBefore } from './closed-times.ts'
import { type ListedSite, readHours, toSite } from './queries.ts'

/** Uptimes are those of thirty days, of which the first began on the day before. */
const USUAL_DAYS = 32
/** Devices that have been silent for longer are asked for seldom. */
const MOST_DAYS = 402
/** So that a calendar is not computed again each day. */
const DAYS_AHEAD = 3
const MAX_BYTES = 64 * 1024 * 1024
/** Of a calendar, without its times. */
const OVERHEAD_BYTES = 512

/** By their versions: one that is known holds. */
const known = new LRUCache<string, Calendar>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ bytes }) => bytes + OVERHEAD_BYTES,
})
/** What is read now: many requests may need the same. */
const pending = new Map<string, Promise<Calendar | undefined>>()

/**
 * Reads the calendars of sites from some time on until the end of today. To read and compute one takes milliseconds if its hours are long, so it is
 * kept until they change, and others have their turn before each.
 * @returns the calendars by the ids of the sites; those without hours have none
 */
export async function readCalendars(
  database: QueryRunner,
  sites: Iterable<Omit<ListedSite, 'name'>>,
  sinceMs: number,
  nowMs: number,
): Promise<Map<string, Calendar>> {
  const read = (id: string, key: string, period: Interval) =>
    singleFlight(pending, `${key} ${period.startMs} ${period.endMs}`, () => readNow(database, id, period))
  const needed = { startMs: sinceMs, endMs: midnightBefore(nowMs) + DAY_MS }
  const calendars = new Map<string, Calendar>()
  for (const { id, timezone, hours_version: version } of sites) {
    if (version === null) continue
    const key = `${version} ${timezone}`
    const latest = known.get(key)
    const calendar = latest?.covers(needed) ? latest : await read(id, key, periodFor(needed))
    if (calendar) calendars.set(id, calendar)
  }
  return calendars
}

/** What is computed: a little more than is needed now. */
function periodFor({ startMs, endMs }: Interval): Interval {
  const today = endMs - DAY_MS
  const days = startMs < today - (USUAL_DAYS - 1) * DAY_MS ? MOST_DAYS : USUAL_DAYS
  return { startMs: Math.min(startMs, today - days * DAY_MS), endMs: today + DAYS_AHEAD * DAY_MS }
}

/** The version is read with the hours: they may have changed since it was looked up. */
async function readNow(
  database: QueryRunner,
  siteId: string,
  period: Interval,
): Promise<Calendar | undefined> {
  await setImmediate()
  const row = await readHours(database, siteId)
  if (row === undefined) return undefined
  const calendar = createCalendar(period, closedTimes(toSite({ id: '', name: '', ...row }), period))
  known.set(`${row.version} ${row.timezone}`, calendar)
  return calendar
}
