import { currentMutesQuery, type MuteRow } from '../alerts/mutes/queries.ts'
import type { DeviceOrSite } from '../alerts/mutes/schema.ts'
import { UPTIME_PERIODS } from '../device/outages/history.ts'
import { readHistories } from '../device/outages/repository.ts'
import { toDevice } from '../device/repository.ts'
import { isoTime } from '../lib/time/timestamps.ts'
import { compareSites, type DeviceSortKey } from './order.ts'
import type { Overview } from './overview.ts'
import { readDeviceRows } from './queries/device-summaries.ts'
import type { FleetAccess } from './queries/fleet-access.ts'
import { readReasons } from './read-reasons.ts'
import type { FleetDevice, FleetSite } from './schema.ts'

/** Reads the sites of the devices with these sort keys. */
export async function readFleetSites(
  overview: Overview,
  sortKeys: readonly DeviceSortKey[],
): Promise<FleetSite[]> {
  const { sites, countsBySite, closedSiteIds, access, nowMs } = overview
  const ids = new Set(sortKeys.flatMap(({ site }) => site?.id ?? []))
  const mutedUntil = await readMutes(access, 'site', ids, nowMs)
  return [...ids]
    .flatMap((id) => sites.get(id) ?? [])
    .sort(compareSites)
    .map(({ id, name, timezone }) => ({
      id,
      name,
      timezone,
      is_open: !closedSiteIds.has(id),
      devices: countsBySite.get(id)?.all ?? 0,
      online: countsBySite.get(id)?.online ?? 0,
      muted_until: mutedUntil(id),
    }))
}

/** Reads the devices with these sort keys. */
export async function readFleetDevices(
  overview: Overview,
  sortKeys: readonly DeviceSortKey[],
): Promise<FleetDevice[]> {
  const { access, nowMs } = overview
  const ids = sortKeys.map(({ id }) => id)
  const rows = await readDeviceRows(access, ids)
  const mutedUntil = await readMutes(access, 'device', ids, nowMs)
  const histories = await readHistories(access.snapshot, rows, nowMs, UPTIME_PERIODS['24h'])
  const reasonOf = await readReasons(overview, sortKeys)
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return sortKeys.flatMap(({ id, site, state }) => {
    const row = rowById.get(id)
    const history = histories.get(id)
    if (row === undefined || history === undefined) return []
    return {
      ...toDevice(row, nowMs),
      state,
      site: siteFieldsOf(overview, site?.id),
      history,
      reason: reasonOf(id),
      muted_until: mutedUntil(id),
    }
  })
}

function siteFieldsOf({ sites }: Overview, siteId: string | undefined): FleetDevice['site'] {
  const site = sites.get(siteId ?? '')
  return site ? { id: site.id, name: site.name, timezone: site.timezone } : null
}

async function readMutes(
  { snapshot }: FleetAccess,
  kind: DeviceOrSite,
  ids: Iterable<string>,
  nowMs: number,
) {
  const rows = await snapshot.all<MuteRow>(currentMutesQuery(kind, ids, nowMs))
  const untilById = new Map(rows.map(({ subject_id, until }) => [subject_id, isoTime(until)]))
  return (id: string) => untilById.get(id) ?? null
}
