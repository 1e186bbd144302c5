import { findAdditions } from '../../device/additions.ts'
import { toDevice } from '../../device/repository.ts'
import type { PlaceKind } from '../alerts/mutes.ts'
import { findMutesOfQuery, type MuteRow } from '../alerts/queries.ts'
import type { Placed } from './find-page.ts'
import { compareSites } from './order.ts'
import type { Overview } from './overview.ts'
import type { Reader } from './queries/candidates.ts'
import { readDeviceRows } from './queries/devices.ts'
import { readReasons } from './read-reasons.ts'
import { toQueryRunner } from './read-snapshot.ts'
import type { FleetDevice, FleetSite } from './schema.ts'

/** Describes the devices of a page, and their sites. */
export async function describePage(overview: Overview, placed: readonly Placed[]) {
  return { sites: await describeSites(overview, placed), devices: await describeDevices(overview, placed) }
}

async function describeSites(overview: Overview, placed: readonly Placed[]): Promise<FleetSite[]> {
  const { positions, sites, countsAt, closedSites, reader, nowMs } = overview
  const ids = new Set(placed.flatMap(({ siteId }) => siteId ?? []))
  const mutedUntil = await readMutes(reader, 'site', ids, nowMs)
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

async function describeDevices(overview: Overview, placed: readonly Placed[]): Promise<FleetDevice[]> {
  const { reader, nowMs } = overview
  const ids = placed.map(({ id }) => id)
  const rows = await readDeviceRows(reader, ids)
  const mutedUntil = await readMutes(reader, 'device', ids, nowMs)
  const add = await findAdditions(toQueryRunner(reader.snapshot), ['site', 'outages'], rows, nowMs)
  const reasonOf = await readReasons(overview, placed)
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

async function readMutes({ snapshot }: Reader, kind: PlaceKind, ids: Iterable<string>, nowMs: number) {
  const rows = await snapshot.all<MuteRow>(findMutesOfQuery(kind, ids, nowMs))
  const untilOf = new Map(rows.map(({ subject_id, until }) => [subject_id, new Date(until).toISOString()]))
  return (id: string) => untilOf.get(id) ?? null
}
