import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import { findAbsencesQuery, type IntervalRow, toInterval } from '../../device/outages/repository.ts'
import { noticedAt } from '../../device/outages/silence.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../device/presence.ts'
import type { Calendar } from '../../device/sites/calendar.ts'
import { readCalendars } from '../../device/sites/calendars.ts'
import { findListedSitesQuery, type ListedSite } from '../../device/sites/queries.ts'
import { flatMapInSlices } from '../../lib/flow/slices.ts'
import { merged } from '../../lib/time/intervals.ts'
import type { Database } from '../../storage/database.ts'
import type { SilentDevice } from './incident.ts'
import type { SilentRow } from './queries/silent-devices.ts'

/** Creates what decides which silent devices matter: their site is open, and five minutes of the silence count. */
export async function createSilenceReader(database: Database, nowMs: number) {
  const query = findAbsencesQuery(nowMs - OUTAGES_KEPT_MS, nowMs)
  const [absenceRows] = await database.snapshot<[IntervalRow[]]>([query])
  const absences = merged(absenceRows.map(toInterval))
  const sites = new Map<string, ListedSite>()
  const calendars = new Map<string, Calendar>()

  /** @param sinceMs from when on their hours matter */
  async function learnSites(
    devices: readonly { readonly site_id: string | null }[],
    sinceMs: number,
  ): Promise<void> {
    const ids = new Set(devices.flatMap(({ site_id }) => site_id ?? []))
    const unknown = [...ids].filter((id) => !sites.has(id))
    if (unknown.length > 0) {
      const [rows] = await database.snapshot<[ListedSite[]]>([findListedSitesQuery(unknown)])
      for (const site of rows) sites.set(site.id, site)
    }
    const needed = [...ids].flatMap((id) => sites.get(id) ?? [])
    for (const [id, calendar] of await readCalendars(database, needed, sinceMs, nowMs))
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
    /** Whether a service was away until so recently that devices may not have reported since. */
    isCatchingUp: (absences.at(-1)?.endMs ?? 0) > nowMs - HEARTBEAT_TIMEOUT_MS,
    learnSites: (devices: readonly { readonly site_id: string | null }[]) => learnSites(devices, nowMs),
    async read(rows: readonly SilentRow[]): Promise<SilentDevice[]> {
      await learnSites(rows, Math.min(nowMs, ...rows.map(startOf)))
      return flatMapInSlices(rows, toSilent)
    },
  }
}
