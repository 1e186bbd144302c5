import { OUTAGES_KEPT_MS } from '../device/outages/history.ts'
import { findAbsences, type IntervalRow, toInterval } from '../device/outages/repository.ts'
import { noticedAt } from '../device/outages/silence.ts'
import { closedTimes } from '../site/closed-times.ts'
import { isOpen } from '../site/hours.ts'
import { findSites, type SiteRow, toSite } from '../site/queries.ts'
import type { Site } from '../site/schema.ts'
import type { Database } from '../storage/database.ts'
import type { SilentDevice } from './incident.ts'
import type { SilentRow } from './queries.ts'

type KnownSite = Site & { readonly isOpen: boolean }

/** Creates what decides which silent devices matter: their site is open, and five minutes of the silence count. */
export async function createSilenceReader(database: Database, nowMs: number) {
  const query = findAbsences(nowMs - OUTAGES_KEPT_MS, nowMs)
  const [absenceRows] = await database.snapshot<[IntervalRow[]]>([query])
  const absences = absenceRows.map(toInterval)
  const sites = new Map<string, KnownSite>()

  async function learnSites(devices: readonly { readonly site_id: string | null }[]): Promise<void> {
    const ids = new Set(
      devices.flatMap(({ site_id }) => (site_id === null || sites.has(site_id) ? [] : site_id)),
    )
    if (ids.size === 0) return
    const [rows] = await database.snapshot<[SiteRow[]]>([findSites(ids)])
    for (const site of rows.map(toSite)) sites.set(site.id, { ...site, isOpen: isOpen(site, nowMs) })
  }

  function toSilent({ id, site_id, last_heartbeat_at }: SilentRow): SilentDevice | undefined {
    const site = sites.get(site_id ?? '')
    if (site?.isOpen === false) return undefined
    const startedMs = Date.parse(last_heartbeat_at)
    const silence = { startMs: Math.max(startedMs, nowMs - OUTAGES_KEPT_MS), endMs: nowMs }
    const noticedMs = noticedAt(silence, { absences, closed: site ? closedTimes(site, silence) : [] })
    return noticedMs === undefined ? undefined : { deviceId: id, siteId: site_id, startedMs, noticedMs }
  }

  return {
    learnSites,
    isClosed: (siteId: string) => sites.get(siteId)?.isOpen === false,
    async read(rows: readonly SilentRow[]): Promise<SilentDevice[]> {
      await learnSites(rows)
      return rows.flatMap((row) => toSilent(row) ?? [])
    },
  }
}
