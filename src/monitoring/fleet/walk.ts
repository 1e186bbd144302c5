import type { DeviceCondition } from '../../device/queries/readable.ts'
import { compareSites } from './order.ts'
import { type FleetView, type Found, type Placed, placer, selectPage } from './place.ts'
import {
  atNoSite,
  atSites,
  type Candidate,
  isNever,
  isOnlineAt,
  readByName,
  readBySeen,
  readFew,
  walkAll,
  walkNever,
  walkSilent,
} from './queries/candidates.ts'
import type { FleetPageQuery } from './query.ts'
import { countRead } from './site-counts.ts'

/** Reads only as much of a large fleet as a page needs. Of the filters, only the state "online" is possible. */
export async function walkPage(fleet: FleetView, query: FleetPageQuery): Promise<Found> {
  const { counts, withoutSite } = fleet.overview
  const total = query.filter.state === 'online' ? counts.online : counts.all
  if (query.group === 'none') return { total, placed: await walkDevices(fleet, query, []) }
  const { placed, siteCounts } = await walkSites(fleet, query)
  const missing = query.limit + 1 - placed.length
  if (missing <= 0 || withoutSite === 0) return { total, placed, siteCounts }
  const rest = await walkWithoutSite(fleet, { ...query, limit: missing - 1 })
  return { total, placed: [...placed, ...rest], siteCounts }
}

/** How many sites are read at once at most: other requests wait meanwhile. */
const MOST_SITES = 200

/** Reads the devices of one site after another. */
async function walkSites(fleet: FleetView, query: FleetPageQuery) {
  const { after, limit } = query
  const siteCounts = new Map<string, { readonly devices: number; readonly online: number }>()
  if (after?.site === null) return { placed: [], siteCounts }
  const sites = fleet.overview
    .orderedSites()
    .filter((position) => after === undefined || compareSites(position, after.site) >= 0)
  const placed: Placed[] = []
  let size = Math.ceil(limit / 8) + 1
  for (let start = 0; start < sites.length && placed.length <= limit; ) {
    const end = start + size
    const ids = sites.slice(start, end).map(({ id }) => id)
    const found = await readFew(fleet.reader, atSites(ids))
    placed.push(...(await selectPage(fleet, query, [found])).placed)
    for (const [site, counts] of countRead(found, fleet.nowMs)) siteCounts.set(site, counts)
    start = end
    // Sites may have no device that matches: the further it goes, the more it reads at once.
    size = Math.min(2 * size, MOST_SITES)
  }
  return { placed: placed.slice(0, limit + 1), siteCounts }
}

async function walkWithoutSite(fleet: FleetView, query: FleetPageQuery): Promise<readonly Placed[]> {
  const rest = { ...query, after: query.after?.site === null ? query.after : undefined }
  if (fleet.overview.withoutSite > fleet.smallFleet) return walkDevices(fleet, rest, [atNoSite])
  return (await selectPage(fleet, rest, walkAll(fleet.reader, atNoSite))).placed
}

/** Reads devices in the order of an index, whatever their sites. */
async function walkDevices(fleet: FleetView, query: FleetPageQuery, conditions: readonly DeviceCondition[]) {
  if (query.sort === 'outage') return walkOutages(fleet, query, conditions)
  const isOnline = query.filter.state === 'online' ? [isOnlineAt(fleet.nowMs)] : []
  const walk = query.sort === 'name' ? readByName : walkSeen
  const rows = await walk(fleet.reader, toRow(query), query.limit + 1, [...conditions, ...isOnline])
  return rows.map(placer(fleet, query))
}

/** The row of the device before a page. */
function toRow({ after }: FleetPageQuery) {
  return after && { name: after.name, id: after.id, last_heartbeat_at: after.lastHeartbeatAt }
}

/** The latest heartbeat first, and those without any at the end, by name. */
async function walkSeen(...[reader, after, limit, conditions]: Parameters<typeof readBySeen>) {
  const hasNeverBegun = after?.last_heartbeat_at !== null
  const seen = hasNeverBegun ? await readBySeen(reader, after, limit, conditions) : []
  const missing = limit - seen.length
  if (missing === 0) return seen
  return [
    ...seen,
    ...(await readByName(reader, hasNeverBegun ? undefined : after, missing, [...conditions, isNever])),
  ]
}

/** Those that are not online first. Of a fleet that is well, these are few. */
async function walkOutages(fleet: FleetView, query: FleetPageQuery, conditions: readonly DeviceCondition[]) {
  const hasOnlineBegun = query.after?.state === 'online'
  const isSkipped = hasOnlineBegun || query.filter.state === 'online'
  const others = isSkipped ? [] : (await selectPage(fleet, query, walkOthers(fleet, conditions))).placed
  const missing = query.limit + 1 - others.length
  if (missing === 0) return others
  const after = hasOnlineBegun ? query.after : undefined
  return [...others, ...(await walkOnline(fleet, { ...query, after, limit: missing - 1 }, conditions))]
}

async function* walkOthers(
  { reader, nowMs }: FleetView,
  conditions: readonly DeviceCondition[],
): AsyncGenerator<Candidate[]> {
  yield* walkSilent(reader, nowMs, ...conditions)
  yield* walkNever(reader, ...conditions)
}

async function walkOnline(fleet: FleetView, query: FleetPageQuery, conditions: readonly DeviceCondition[]) {
  const { reader, nowMs, overview, smallFleet } = fleet
  const all = [...conditions, isOnlineAt(nowMs)]
  // Among names, few would be found seldom.
  if (overview.counts.online <= smallFleet)
    return (await selectPage(fleet, query, [await readFew(reader, ...all)])).placed
  const rows = await readByName(reader, query.after, query.limit + 1, all)
  return rows.map(placer(fleet, query))
}
