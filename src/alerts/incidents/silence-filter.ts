import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import { isCatchingUp, readAbsences } from '../../device/outages/repository.ts'
import { noticedAt } from '../../device/outages/silence.ts'
import type { Calendar } from '../../device/sites/calendar.ts'
import { readCalendarsOf } from '../../device/sites/calendars.ts'
import { flatMapInSlices } from '../../lib/slices.ts'
import type { Database } from '../../storage/database.ts'
import type { SilentDevice } from './incident.ts'
import type { SilentRow } from './queries.ts'

/**
 * Creates a filter that selects silent devices whose site is open, and that have been silent for five minutes of opening hours
 * in which a service was present.
 */
export async function createSilenceFilter(database: Database, nowMs: number) {
  const absences = await readAbsences(database, nowMs)
  const calendars = new Map<string, Calendar>()

  /** @param sinceMs the time from which the hours of the sites are needed */
  async function loadCalendars(
    devices: readonly { readonly site_id: string | null }[],
    sinceMs = nowMs,
  ): Promise<void> {
    const ids = new Set(devices.flatMap(({ site_id }) => site_id ?? []))
    for (const [id, calendar] of await readCalendarsOf(database, ids, sinceMs, nowMs))
      calendars.set(id, calendar)
  }

  const isClosed = (siteId: string) => calendars.get(siteId)?.isOpen(nowMs) === false
  const startOf = ({ last_heartbeat_at }: SilentRow) =>
    Math.max(Date.parse(last_heartbeat_at), nowMs - OUTAGES_KEPT_MS)

  function toSilent(row: SilentRow): readonly SilentDevice[] {
    const { id, site_id, last_heartbeat_at } = row
    if (isClosed(site_id ?? '')) return []
    const silence = { startMs: startOf(row), endMs: nowMs }
    const noticedMs = noticedAt(calendars.get(site_id ?? '')?.openWithin(silence) ?? [silence], absences)
    const startedMs = Date.parse(last_heartbeat_at)
    return noticedMs === undefined ? [] : [{ deviceId: id, siteId: site_id, startedMs, noticedMs }]
  }

  return {
    isClosed,
    isCatchingUp: isCatchingUp(absences, nowMs),
    loadCalendars,
    async select(rows: readonly SilentRow[]): Promise<SilentDevice[]> {
      await loadCalendars(rows, Math.min(nowMs, ...rows.map(startOf)))
      return flatMapInSlices(rows, toSilent)
    },
  }
}
