import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import { findNoticedAtSite } from '../../device/outages/silence.ts'
import type { Calendar } from '../../device/sites/calendar.ts'
import { readCalendarsOf } from '../../device/sites/calendars.ts'
import { flatMapInSlices } from '../../lib/slices.ts'
import type { Interval } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import type { SilentDevice } from './incident.ts'
import type { SilentRow } from './queries/situation.ts'

/**
 * Selects the devices whose site is open, and that have been silent for five minutes of opening hours in which a service was
 * present.
 */
export async function selectSilent(
  database: Database,
  rows: readonly SilentRow[],
  absences: readonly Interval[],
  nowMs: number,
): Promise<SilentDevice[]> {
  const startOf = ({ last_heartbeat_at }: SilentRow) =>
    Math.max(Date.parse(last_heartbeat_at), nowMs - OUTAGES_KEPT_MS)
  const siteIds = new Set(rows.flatMap(({ site_id }) => site_id ?? []))
  const sinceMs = Math.min(nowMs, ...rows.map(startOf))
  const calendars = await readCalendarsOf(database, siteIds, sinceMs, nowMs)
  return flatMapInSlices(rows, (row) => {
    const silence = { startMs: startOf(row), endMs: nowMs }
    return toSilentDevice(row, silence, calendars.get(row.site_id ?? ''), absences)
  })
}

/** @returns the device, or an empty list if its silence does not count */
function toSilentDevice(
  { id: deviceId, site_id: siteId, last_heartbeat_at }: SilentRow,
  silence: Interval,
  calendar: Calendar | undefined,
  absences: readonly Interval[],
): readonly SilentDevice[] {
  if (calendar?.isOpen(silence.endMs) === false) return []
  const noticedAtMs = findNoticedAtSite(silence, calendar, absences)
  const startedAtMs = Date.parse(last_heartbeat_at)
  return noticedAtMs === undefined ? [] : [{ deviceId, siteId, startedAtMs, noticedAtMs }]
}
