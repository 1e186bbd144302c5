import { groupBy } from '../../lib/group-by.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import { readCalendarsOf } from '../sites/calendars.ts'
import { findRepeatedSilences, toInterval } from './repository.ts'
import { findNoticedAtSite } from './silence.ts'

interface RecentDevice {
  readonly device_id: string
  readonly site_id: string | null
  readonly last_heartbeat_at: string | null
}

/**
 * Reads the outages that began after a time, of those devices that may have had at least `count`, with the current one. Silences are
 * stored whether the site is open or not, but only those in opening hours are outages.
 * @param absences when no service accepted heartbeats
 * @returns the outages of each device, sorted
 */
export async function readRecentOutages(
  database: Database,
  devices: readonly RecentDevice[],
  absences: readonly Interval[],
  { count, startMs: sinceMs, endMs: nowMs }: Interval & { readonly count: number },
): Promise<ReadonlyMap<RecentDevice, readonly Interval[]>> {
  const rows = await findRepeatedSilences(database, sinceMs, sinceMs, sinceMs, count - 1)
  const stored = groupBy(rows, ({ device_id }) => device_id)
  const found = devices.filter(({ device_id }) => stored.has(device_id))
  const siteIds = new Set(found.flatMap(({ site_id }) => site_id ?? []))
  const calendars = await readCalendarsOf(database, siteIds, sinceMs, nowMs)
  const outages = found.map((device) => {
    const calendar = calendars.get(device.site_id ?? '')
    const isOutage = (silence: Interval) => findNoticedAtSite(silence, calendar, absences) !== undefined
    const current = { startMs: Date.parse(device.last_heartbeat_at ?? ''), endMs: nowMs }
    const silences = [...(stored.get(device.device_id) ?? []).map(toInterval), current]
    return [device, silences.filter(isOutage)] as const
  })
  return new Map(outages)
}
