import { DAY_MS } from '../../lib/time/durations.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { QueryRunner } from '../../storage/database.ts'
import type { Calendar } from '../sites/calendar.ts'
import { readCalendars } from '../sites/calendars.ts'
import { midnightBefore } from '../sites/closed-times.ts'
import type { ListedSite } from '../sites/queries.ts'
import { noticedAt } from './silence.ts'

/** A device, its site, and how long it has been silent. */
export interface DeviceSilence {
  readonly site: string | null
  /** The time zone of the site. The version is that of its hours. */
  readonly timezone: string | null
  readonly hours_version: string | null
  readonly silence: Interval
}

/**
 * Reads when the sites of devices were closed. Periods are whole days, so that equal requests get equal responses. Older hours,
 * which take long to compute, are read only if they decide whether a long silence is an outage.
 * @param sinceMs the time from which the hours are always needed
 * @returns a function that returns the closed times for one of these devices
 */
export async function readClosed(
  database: QueryRunner,
  devices: readonly DeviceSilence[],
  sinceMs: number,
  absences: readonly Interval[],
): Promise<(device: DeviceSilence) => readonly Interval[]> {
  const nowMs = devices[0]?.silence.endMs ?? sinceMs
  const days = { startMs: midnightBefore(sinceMs), endMs: midnightBefore(nowMs) + DAY_MS }
  const calendars = await readCalendars(database, sitesOf(devices), days.startMs, nowMs)
  const isUndecided = ({ site, silence }: DeviceSilence) =>
    silence.startMs < days.startMs &&
    noticedAt(openWithin(calendars, site, { ...silence, startMs: days.startMs }), absences) === undefined
  const undecided = new Set(devices.filter(isUndecided))
  const earliestMs = Math.min(
    days.startMs,
    ...Array.from(undecided, ({ silence }) => midnightBefore(silence.startMs)),
  )
  const longer = await readCalendars(database, sitesOf(undecided), earliestMs, nowMs)
  const known = new Map<string, readonly Interval[]>()
  return (device) => {
    const site = device.site ?? ''
    if (undecided.has(device))
      return (
        longer.get(site)?.closedWithin({ ...days, startMs: midnightBefore(device.silence.startMs) }) ?? []
      )
    const closed = known.get(site) ?? calendars.get(site)?.closedWithin(days) ?? []
    known.set(site, closed)
    return closed
  }
}

function openWithin(calendars: ReadonlyMap<string, Calendar>, site: string | null, part: Interval) {
  return calendars.get(site ?? '')?.openWithin(part) ?? [part]
}

/** The sites of these devices, without duplicates. */
function sitesOf(devices: Iterable<DeviceSilence>): Iterable<Omit<ListedSite, 'name'>> {
  const sites = new Map<string, Omit<ListedSite, 'name'>>()
  for (const { site: id, timezone, hours_version } of devices)
    if (id !== null && timezone !== null) sites.set(id, { id, timezone, hours_version })
  return sites.values()
}
