import { readAdditions } from '../../device/additions.ts'
import { DEVICE_COLUMNS, type DeviceRow, toDevice } from '../../device/repository.ts'
import { BOUND_LIST, boundList } from '../../storage/database.ts'
import { findMutesOf, type MutedKind, type MuteRow } from '../alerts/mutes.ts'
import { IS_READABLE, type Reader } from './candidates.ts'
import { compareSites } from './order.ts'
import type { Fleet, Placed } from './place.ts'
import { readReasons } from './read-reasons.ts'
import { toQueryRunner } from './read-snapshot.ts'
import type { FleetDevice, FleetSite } from './schema.ts'
import { countSites, type SiteCounts } from './site-counts.ts'

/** Describes the devices of a page, and their sites. @param known the numbers of devices of these, if they are known already */
export async function describePage(fleet: Fleet, placed: readonly Placed[], known?: SiteCounts) {
  const siteIds = new Set(placed.flatMap(({ siteId }) => siteId ?? []))
  const counts = known ?? (await countSites(fleet.reader, siteIds, fleet.nowMs))
  const sites = await describeSites(fleet, siteIds, counts)
  return { sites, devices: await describeDevices(fleet, placed, counts) }
}

async function describeSites(fleet: Fleet, siteIds: ReadonlySet<string>, counts: SiteCounts) {
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
  fleet: Fleet,
  placed: readonly Placed[],
  counts: SiteCounts,
): Promise<FleetDevice[]> {
  const { reader, nowMs } = fleet
  const ids = placed.map(({ id }) => id)
  const rows = await readRows(reader, ids)
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

/** The access to each device is checked again, whatever an overview says. */
function readRows({ snapshot, userId }: Reader, ids: readonly string[]): Promise<DeviceRow[]> {
  const access = userId === undefined ? '' : ` AND ${IS_READABLE}`
  const sql = `SELECT ${DEVICE_COLUMNS} FROM devices d WHERE d.id IN ${BOUND_LIST}${access}`
  return snapshot.all({ sql, parameters: [boundList(ids), ...(userId === undefined ? [] : [userId])] })
}

async function readMutes({ snapshot }: Reader, kind: MutedKind, ids: Iterable<string>, nowMs: number) {
  const rows = await snapshot.all<MuteRow>(findMutesOf(kind, ids, nowMs))
  const untilOf = new Map(rows.map(({ subject_id, until }) => [subject_id, new Date(until).toISOString()]))
  return (id: string) => untilOf.get(id) ?? null
}
