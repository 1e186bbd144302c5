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
  /** Of its site, like the version of its hours. */
  readonly timezone: string | null
  readonly hours_version: string | null
  readonly silence: Interval
}

/**
 * Reads when the sites of devices were closed, on whole days: a time that is cut off now would make each response differ from the
 * one before. Hours of the time before are read only for devices of which it decides whether their silence matters.
 * @param sinceMs from when on their hours matter in any case
 * @returns the times for one of these devices
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

/** Each site once. */
function sitesOf(devices: Iterable<DeviceSilence>): Iterable<Omit<ListedSite, 'name'>> {
  const sites = new Map<string, Omit<ListedSite, 'name'>>()
  for (const { site: id, timezone, hours_version } of devices)
    if (id !== null && timezone !== null) sites.set(id, { id, timezone, hours_version })
  return sites.values()
}
