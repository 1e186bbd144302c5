import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { MEBIBYTE } from '../../lib/bytes.ts'
import { singleFlight } from '../../lib/single-flight.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { QueryRunner } from '../../storage/database.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { closedTimes, startOfUtcDay } from './closed-times.ts'
import { findSitesWithoutHoursQuery, readHours, type SiteWithoutHours, withParsedHours } from './queries.ts'

/** 30 days of uptime begin and end at any hour, so calendars cover a day more at each end. */
const USUAL_DAYS = 32
/** For devices that have been silent for longer, which is rare. */
const MAX_DAYS = 402
/** A calendar covers days ahead, so that it is not computed again each day. */
const DAYS_AHEAD = 3
const MAX_BYTES = 64 * MEBIBYTE
/** The size of a calendar without its times. */
const OVERHEAD_BYTES = 512

/** Calendars by the version of their hours and the time zone, so that none is outdated. */
const calendarCache = new LRUCache<string, Calendar>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ bytes }) => bytes + OVERHEAD_BYTES,
})
/** The calendars that are being read: many requests may need the same. */
const calendarsBeingRead = new Map<string, Promise<Calendar | undefined>>()

/**
 * Reads the calendars of sites from a time until the end of today (UTC). Hours with many windows and exceptions take milliseconds
 * to compute, so calendars are cached until the hours change, and the event loop runs other tasks before it computes one.
 * @returns the calendars by the ids of the sites; those without hours have none
 */
export async function readCalendars(
  database: QueryRunner,
  sites: Iterable<Pick<SiteWithoutHours, 'id' | 'timezone' | 'hours_version'>>,
  sinceMs: number,
  nowMs: number,
): Promise<Map<string, Calendar>> {
  const read = (id: string, key: string, period: Interval) =>
    singleFlight(calendarsBeingRead, `${key} ${period.startMs} ${period.endMs}`, () =>
      readAndCacheCalendar(database, id, period),
    )
  const needed = { startMs: sinceMs, endMs: startOfUtcDay(nowMs) + DAY_MS }
  const calendars = new Map<string, Calendar>()
  for (const { id, timezone, hours_version: version } of sites) {
    if (version === null) continue
    const key = `${version} ${timezone}`
    const latest = calendarCache.get(key)
    const calendar = latest?.covers(needed) ? latest : await read(id, key, periodFor(needed))
    if (calendar) calendars.set(id, calendar)
  }
  return calendars
}

/** Reads the calendars of the sites with these ids. */
export async function readCalendarsOf(
  database: QueryRunner,
  siteIds: Iterable<string>,
  sinceMs: number,
  nowMs: number,
): Promise<Map<string, Calendar>> {
  const sites = await database.all<SiteWithoutHours>(findSitesWithoutHoursQuery(siteIds))
  return readCalendars(database, sites, sinceMs, nowMs)
}

/** The period that is computed: a little more than is needed now. */
function periodFor({ startMs, endMs }: Interval): Interval {
  const today = endMs - DAY_MS
  const days = startMs < today - (USUAL_DAYS - 1) * DAY_MS ? MAX_DAYS : USUAL_DAYS
  return { startMs: Math.min(startMs, today - days * DAY_MS), endMs: today + DAYS_AHEAD * DAY_MS }
}

/** Reads the version together with the hours, which may have changed since the version was looked up. */
async function readAndCacheCalendar(
  database: QueryRunner,
  siteId: string,
  period: Interval,
): Promise<Calendar | undefined> {
  await setImmediate()
  const row = await readHours(database, siteId)
  if (row === undefined) return undefined
  const calendar = createCalendar(period, closedTimes(withParsedHours(row), period))
  calendarCache.set(`${row.version} ${row.timezone}`, calendar)
  return calendar
}
