import { readAdditions } from '../../device/additions.ts'
import { toDevice } from '../../device/repository.ts'
import type { MutedKind } from '../alerts/mutes.ts'
import { findMutesOfQuery, type MuteRow } from '../alerts/queries.ts'
import { compareSites } from './order.ts'
import type { FleetView, Placed } from './place.ts'
import type { Reader } from './queries/candidates.ts'
import { countSites } from './queries/counts.ts'
import { readDeviceRows } from './queries/devices.ts'
import { readReasons } from './read-reasons.ts'
import { toQueryRunner } from './read-snapshot.ts'
import type { FleetDevice, FleetSite } from './schema.ts'
import type { SiteCounts } from './site-counts.ts'

/** Describes the devices of a page, and their sites. @param known the numbers of devices of these, if they are known already */
export async function describePage(fleet: FleetView, placed: readonly Placed[], known?: SiteCounts) {
  const siteIds = new Set(placed.flatMap(({ siteId }) => siteId ?? []))
  const counts = known ?? (await countSites(fleet.reader, siteIds, fleet.nowMs))
  const sites = await describeSites(fleet, siteIds, counts)
  return { sites, devices: await describeDevices(fleet, placed, counts) }
}

async function describeSites(fleet: FleetView, siteIds: ReadonlySet<string>, counts: SiteCounts) {
  const { overview, isOpenNow, reader, nowMs } = fleet
  const mutedUntil = await readMutes(reader, 'site', siteIds, nowMs)
  return [...siteIds]
    .map((id) => overview.positions.get(id) ?? null)
    .sort(compareSites)
    .flatMap((position) => overview.sites.get(position?.id ?? '') ?? [])
    .map(
      (site): FleetSite => ({
        id: site.id,
        name: site.name,
        timezone: site.timezone,
        is_open: isOpenNow(site),
        ...(counts.get(site.id) ?? { devices: 0, online: 0 }),
        muted_until: mutedUntil(site.id),
      }),
    )
}

async function describeDevices(
  fleet: FleetView,
  placed: readonly Placed[],
  counts: SiteCounts,
): Promise<FleetDevice[]> {
  const { reader, nowMs } = fleet
  const ids = placed.map(({ id }) => id)
  const rows = await readDeviceRows(reader, ids)
  const mutedUntil = await readMutes(reader, 'device', ids, nowMs)
  const add = await readAdditions(toQueryRunner(reader.snapshot), 'site,outages', rows, nowMs)
  const reasonOf = await readReasons(fleet, placed, counts)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return placed.flatMap(({ id, state }) => {
    const row = rowOf.get(id)
    const { site = null, history } = add(id)
    if (row === undefined || history === undefined) return []
    return {
      ...toDevice(row, nowMs),
      state,
      site,
      history,
      reason: reasonOf(id),
      muted_until: mutedUntil(id),
    }
  })
}

async function readMutes({ snapshot }: Reader, kind: MutedKind, ids: Iterable<string>, nowMs: number) {
  const rows = await snapshot.all<MuteRow>(findMutesOfQuery(kind, ids, nowMs))
  const untilOf = new Map(rows.map(({ subject_id, until }) => [subject_id, new Date(until).toISOString()]))
  return (id: string) => untilOf.get(id) ?? null
}
