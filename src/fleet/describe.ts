import { findMutesOfQuery, type MuteRow } from '../alerts/mutes/queries.ts'
import type { DeviceOrSite } from '../alerts/mutes/schema.ts'
import { UPTIME_PERIODS } from '../device/outages/history.ts'
import { readHistories } from '../device/outages/repository.ts'
import { toDevice } from '../device/repository.ts'
import type { FleetRow } from './find-page.ts'
import { compareSites } from './order.ts'
import type { Overview } from './overview.ts'
import { readDeviceRows } from './queries/device-rows.ts'
import type { Viewer } from './queries/viewer.ts'
import { readReasons } from './read-reasons.ts'
import type { FleetDevice, FleetSite } from './schema.ts'

/** Describes the devices of a page, and their sites. */
export async function describePage(overview: Overview, rows: readonly FleetRow[]) {
  return { sites: await describeSites(overview, rows), devices: await describeDevices(overview, rows) }
}

async function describeSites(overview: Overview, rows: readonly FleetRow[]): Promise<FleetSite[]> {
  const { positions, sites, countsAt, closedSites, viewer, nowMs } = overview
  const ids = new Set(rows.flatMap(({ siteId }) => siteId ?? []))
  const mutedUntil = await readMutes(viewer, 'site', ids, nowMs)
  return [...ids]
    .map((id) => positions.get(id) ?? null)
    .sort(compareSites)
    .flatMap((position) => sites.get(position?.id ?? '') ?? [])
    .map(({ id, name, timezone }) => ({
      id,
      name,
      timezone,
      is_open: !closedSites.has(id),
      devices: countsAt.get(id)?.all ?? 0,
      online: countsAt.get(id)?.online ?? 0,
      muted_until: mutedUntil(id),
    }))
}

export async function describeDevices(overview: Overview, rows: readonly FleetRow[]): Promise<FleetDevice[]> {
  const { viewer, nowMs } = overview
  const ids = rows.map(({ id }) => id)
  const deviceRows = await readDeviceRows(viewer, ids)
  const mutedUntil = await readMutes(viewer, 'device', ids, nowMs)
  const histories = await readHistories(viewer.snapshot, deviceRows, nowMs, UPTIME_PERIODS['24h'])
  const reasonOf = await readReasons(overview, rows)
  const rowOf = new Map(deviceRows.map((row) => [row.id, row]))
  return rows.flatMap(({ id, siteId, state }) => {
    const row = rowOf.get(id)
    const history = histories.get(id)
    if (row === undefined || history === undefined) return []
    return {
      ...toDevice(row, nowMs),
      state,
      site: siteOf(overview, siteId),
      history,
      reason: reasonOf(id),
      muted_until: mutedUntil(id),
    }
  })
}

function siteOf({ sites }: Overview, siteId: string | null): FleetDevice['site'] {
  const site = sites.get(siteId ?? '')
  return site ? { id: site.id, name: site.name, timezone: site.timezone } : null
}

async function readMutes({ snapshot }: Viewer, kind: DeviceOrSite, ids: Iterable<string>, nowMs: number) {
  const rows = await snapshot.all<MuteRow>(findMutesOfQuery(kind, ids, nowMs))
  const untilOf = new Map(rows.map(({ subject_id, until }) => [subject_id, new Date(until).toISOString()]))
  return (id: string) => untilOf.get(id) ?? null
}
