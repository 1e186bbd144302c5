import { flatMapInSlices } from '../../lib/flow/slices.ts'
import { comparePositions, type DevicePosition } from './order.ts'
import type { Overview } from './overview.ts'
import type { Candidate, Reader } from './queries/candidates.ts'
import type { Filter, FleetPageQuery } from './query.ts'
import { comparable } from './search.ts'
import type { SiteCounts } from './site-counts.ts'
import { type Openness, stateOf } from './states.ts'

/** What a page is chosen from. */
export interface FleetView {
  readonly reader: Reader
  readonly overview: Overview
  readonly isOpenNow: Openness
  readonly nowMs: number
  /** Up to how many devices are read to choose from. */
  readonly smallFleet: number
}

/** A device in its place. */
export type Placed = DevicePosition & { readonly siteId: string | null }

/** Devices in their order, with more of them than the page has if there is a next one. */
export interface Found {
  readonly total: number
  readonly placed: readonly Placed[]
  /** The numbers of devices at their sites, if these are known already. */
  readonly siteCounts?: SiteCounts
}

/** Tells whether a device matches all but the state. */
function matcher({ sites }: Overview, { id, site, hasSite, words }: Filter) {
  const siteText = textsOf(sites)
  return (device: Candidate) => {
    if (id !== undefined && device.id !== id) return false
    if (site !== undefined && device.site !== site) return false
    if (hasSite !== undefined && (device.site !== null) !== hasSite) return false
    if (words.length === 0) return true
    const ofSite = device.site === null ? '' : siteText(device.site)
    const text = comparable([device.name, device.id, device.timezone].join('\n'))
    return words.every((word) => text.includes(word) || ofSite.includes(word))
  }
}

/** What is searched of sites: once of each, however many devices it has. */
function textsOf(sites: Overview['sites']) {
  const known = new Map<string, string>()
  return (id: string): string => {
    const text = known.get(id) ?? comparable(sites.get(id)?.name ?? '')
    known.set(id, text)
    return text
  }
}

/** Lists of devices, which may be read one after another. */
export type Chunks = AsyncIterable<readonly Candidate[]> | Iterable<readonly Candidate[]>

/**
 * Selects the devices of a page, and one more if there is another page. It never has much more than these in memory, nor sorts
 * more at once: a fleet may be large, and other requests wait meanwhile.
 */
export async function selectPage(fleet: FleetView, query: FleetPageQuery, chunks: Chunks): Promise<Found> {
  const { filter, after, limit, sort } = query
  const compare = comparePositions(sort)
  const matches = matcher(fleet.overview, filter)
  const place = placer(fleet, query)
  let total = 0
  let first: Placed[] = []
  for await (const chunk of chunks) {
    const placed = await flatMapInSlices(chunk, (device) => {
      if (!matches(device)) return []
      const found = place(device)
      return filter.state === undefined || found.state === filter.state ? [found] : []
    })
    total += placed.length
    const last = first[limit]
    first.push(
      ...placed.filter(
        (each) =>
          (after === undefined || compare(each, after) > 0) &&
          (last === undefined || compare(each, last) < 0),
      ),
    )
    first = first.sort(compare).slice(0, limit + 1)
  }
  return { total, placed: first }
}

/** Creates a function that says where a device is in the order. */
export function placer({ overview, isOpenNow, nowMs }: FleetView, { group }: FleetPageQuery) {
  return ({ id, name, site, last_heartbeat_at: lastHeartbeatAt }: Candidate): Placed => {
    const siteRow = site === null ? undefined : overview.sites.get(site)
    const position = group === 'none' || site === null ? null : (overview.positions.get(site) ?? null)
    const state = stateOf(lastHeartbeatAt, siteRow, isOpenNow, nowMs)
    return { site: position, siteId: site, state, lastHeartbeatAt, name, id }
  }
}
