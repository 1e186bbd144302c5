import type { Candidate, Reader } from './candidates.ts'
import { comparePositions, type Position } from './order.ts'
import type { Overview } from './overview.ts'
import { comparable, type Filter, type FleetPageQuery } from './query.ts'
import { type Openness, stateOf } from './states.ts'

/** What a page is chosen from. */
export interface Fleet {
  readonly reader: Reader
  readonly overview: Overview
  readonly isOpenNow: Openness
  readonly nowMs: number
  /** Up to how many devices are read to choose from. */
  readonly smallFleet: number
}

/** A device in its place. */
export type Placed = Position & { readonly siteId: string | null }

/** Devices in their order, with more of them than the page has if there is a next one. */
export interface Found {
  readonly total: number
  readonly placed: readonly Placed[]
}

/** Tells whether a device matches all but the state. */
export function matcher({ sites }: Overview, { site, hasSite, words }: Filter) {
  return (device: Candidate) => {
    if (site !== undefined && device.site !== site) return false
    if (hasSite !== undefined && (device.site !== null) !== hasSite) return false
    if (words.length === 0) return true
    const siteName = device.site === null ? '' : sites.get(device.site)?.name
    const text = comparable([device.name, device.id, siteName, device.timezone].join('\n'))
    return words.every((word) => text.includes(word))
  }
}

/** The devices that match, in their order. */
export function sorted(fleet: Fleet, query: FleetPageQuery, candidates: readonly Candidate[]): Placed[] {
  const { filter } = query
  const matches = matcher(fleet.overview, filter)
  const place = placer(fleet, query)
  return candidates
    .filter(matches)
    .map(place)
    .filter(({ state }) => filter.state === undefined || state === filter.state)
    .sort(comparePositions(query.sort))
}

/** The part of sorted devices that belongs to a page, and one more. */
export function pageOf({ sort, after, limit }: FleetPageQuery, all: readonly Placed[]): readonly Placed[] {
  if (after === undefined) return all.slice(0, limit + 1)
  const compare = comparePositions(sort)
  const start = all.findIndex((placed) => compare(placed, after) > 0)
  return start < 0 ? [] : all.slice(start, start + limit + 1)
}

/** Creates a function that says where a device is in the order. */
export function placer({ overview, isOpenNow, nowMs }: Fleet, { group }: FleetPageQuery) {
  return ({ id, name, site, last_heartbeat_at: lastHeartbeatAt }: Candidate): Placed => {
    const siteRow = site === null ? undefined : overview.sites.get(site)
    const position = group === 'none' || site === null ? null : (overview.positions.get(site) ?? null)
    const state = stateOf(lastHeartbeatAt, siteRow, isOpenNow, nowMs)
    return { site: position, siteId: site, state, lastHeartbeatAt, name, id }
  }
}
