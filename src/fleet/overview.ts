import { readCalendars } from '../device/sites/calendars.ts'
import { allListedSitesQuery, type ListedSite } from '../device/sites/queries.ts'
import type { Snapshot } from '../storage/database.ts'
import type { SiteSortKey } from './order.ts'
import { FLEET_STATES, type FleetState } from './order.ts'
import { countBySite, countReadable, type SiteGroup } from './queries/counts.ts'
import { findFeeds, type IncidentCounts } from './queries/incidents.ts'
import type { Viewer } from './queries/viewer.ts'
import type { StateContext } from './states.ts'

/** The numbers of devices in total, and in each state. */
type Counts = Readonly<Record<'all' | FleetState, number>>

/** The whole fleet in numbers, as far as a viewer may see it. */
export interface Overview extends StateContext {
  readonly viewer: Viewer
  /** All sites, also those without devices, by their ids. */
  readonly sites: ReadonlyMap<string, ListedSite>
  readonly counts: Counts
  /** The counts of sites with devices, by their ids. The key null has the counts of devices without site. */
  readonly countsAt: ReadonlyMap<string | null, Counts>
  /** The sort keys of all sites, by their ids. */
  readonly positions: ReadonlyMap<string, SiteSortKey>
  /** The feeds of heartbeats that may be down. */
  readonly feeds: readonly IncidentCounts[]
}

/** Reads the overview of the fleet. @param userId undefined for a command, which may read all */
export async function readOverview(
  snapshot: Snapshot,
  userId: string | undefined,
  nowMs: number,
): Promise<Overview> {
  const { sites, closedSites } = await readSites(snapshot, nowMs)
  const { devices, readable } = await countReadable(snapshot, userId)
  const viewer = { snapshot, userId, readsAll: devices === readable }
  const { countsAt, newestAt } = await countStates(viewer, readable, closedSites, nowMs)
  const positions = new Map(
    Array.from(sites.values(), ({ id, name }) => [id, { newestOutage: newestAt.get(id) ?? null, name, id }]),
  )
  const feeds = await findFeeds(viewer, nowMs)
  return { viewer, sites, closedSites, counts: addUp(countsAt.values()), countsAt, positions, feeds, nowMs }
}

async function readSites(snapshot: Snapshot, nowMs: number) {
  const rows = await snapshot.all<ListedSite>(allListedSitesQuery())
  const calendars = await readCalendars(snapshot, rows, nowMs, nowMs)
  const closed = [...calendars].filter(([, calendar]) => !calendar.isOpen(nowMs))
  return {
    sites: new Map(rows.map((site) => [site.id, site])),
    closedSites: new Set(closed.map(([id]) => id)),
  }
}

/**
 * Counts the devices in each state and finds the newest outage, at each site. @param readable the number of readable devices
 */
async function countStates(
  viewer: Viewer,
  readable: number,
  closedSites: ReadonlySet<string>,
  nowMs: number,
) {
  const { atSites, silent, never } = await countBySite(viewer, nowMs)
  const numberAt = (groups: readonly SiteGroup[]) => new Map(groups.map(({ site, number }) => [site, number]))
  const [silentAt, neverAt] = [numberAt(silent), numberAt(never)]
  const withoutSite = readable - atSites.reduce((sum, { number }) => sum + number, 0)
  const countsAt = new Map(
    [...numberAt(atSites), [null, withoutSite] as const].map(([site, all]): [string | null, Counts] => {
      const silent = silentAt.get(site) ?? 0
      const never = neverAt.get(site) ?? 0
      const [offline, asleep] = closedSites.has(site ?? '') ? [0, silent] : [silent, 0]
      return [site, { all, offline, asleep, never, online: all - silent - never }]
    }),
  )
  const offline = silent.filter(({ site }) => !closedSites.has(site ?? ''))
  return { countsAt, newestAt: new Map(offline.map(({ site, newest }) => [site, newest])) }
}

function addUp(list: Iterable<Counts>): Counts {
  const total = { all: 0, offline: 0, asleep: 0, never: 0, online: 0 }
  for (const counts of list) for (const name of ['all', ...FLEET_STATES] as const) total[name] += counts[name]
  return total
}
