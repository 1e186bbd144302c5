import { groupBy } from '../../lib/group-by.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import { readCalendarsOf } from '../sites/calendars.ts'
import { type OutageRow, outagesQuery, toInterval } from './repository.ts'
import { findNoticedAtSite } from './silence.ts'

interface RecentDevice {
  readonly device_id: string
  readonly site_id: string | null
  readonly last_heartbeat_at: string | null
}

/**
 * Reads the outages of devices that began in a period which ends now, with the current ones.
 * @param absences when no service accepted heartbeats
 * @returns the outages of each device, sorted
 */
export async function readRecentOutages(
  database: Database,
  devices: readonly RecentDevice[],
  absences: readonly Interval[],
  { startMs: sinceMs, endMs: nowMs }: Interval,
): Promise<ReadonlyMap<RecentDevice, readonly Interval[]>> {
  if (devices.length === 0) return new Map()
  const ids = devices.map(({ device_id }) => device_id)
  const rows = await database.all<OutageRow>(outagesQuery(ids, sinceMs))
  const stored = groupBy(
    rows.filter(({ started_at }) => started_at > sinceMs),
    ({ device_id }) => device_id,
  )
  const siteIds = new Set(devices.flatMap(({ site_id }) => site_id ?? []))
  const calendars = await readCalendarsOf(database, siteIds, sinceMs, nowMs)
  const outages = devices.map((device) => {
    const calendar = calendars.get(device.site_id ?? '')
    const isOutage = (silence: Interval) => findNoticedAtSite(silence, calendar, absences) !== undefined
    const current = { startMs: Date.parse(device.last_heartbeat_at ?? ''), endMs: nowMs }
    const silences = [...(stored.get(device.device_id) ?? []).map(toInterval), current]
    return [device, silences.filter(isOutage)] as const
  })
  return new Map(outages)
}
