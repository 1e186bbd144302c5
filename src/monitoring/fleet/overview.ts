import { readCalendars } from '../../device/sites/calendars.ts'
import { allListedSitesQuery, type ListedSite } from '../../device/sites/queries.ts'
import type { Snapshot } from '../../storage/database.ts'
import type { SitePosition } from './order.ts'
import type { Reader } from './queries/candidates.ts'
import { countBySite, countReadable, type SiteGroup } from './queries/counts.ts'
import { type FeedRow, findFeeds } from './queries/silences.ts'
import { toQueryRunner } from './read-snapshot.ts'
import { FLEET_STATES, type FleetState } from './schema.ts'

/** How many devices there are, of all states and of each. */
type Counts = Readonly<Record<'all' | FleetState, number>>

/** What the whole fleet is like, of which a reader may see a part. */
export interface Overview {
  readonly reader: Reader
  /** All sites, also those without devices, by their ids. */
  readonly sites: ReadonlyMap<string, ListedSite>
  /** The ids of those that are closed now. */
  readonly closedSites: ReadonlySet<string>
  readonly counts: Counts
  /** The counts of sites that have devices, by their ids, and by null those of devices without site. */
  readonly countsAt: ReadonlyMap<string | null, Counts>
  /** The places of all sites, by their ids. */
  readonly positions: ReadonlyMap<string, SitePosition>
  /** The feeds of heartbeats that may be down. */
  readonly feeds: readonly FeedRow[]
  readonly nowMs: number
}

/** Reads what the whole fleet is like. @param userId undefined for a command, which may read all */
export async function readOverview(
  snapshot: Snapshot,
  userId: string | undefined,
  nowMs: number,
): Promise<Overview> {
  const { sites, closedSites } = await readSites(snapshot, nowMs)
  const { devices, readable } = await countReadable(snapshot, userId)
  const reader = { snapshot, userId, readsAll: devices === readable }
  const { countsAt, newestAt } = await countStates(reader, readable, closedSites, nowMs)
  const positions = new Map(
    Array.from(sites.values(), ({ id, name }) => [id, { newestOutage: newestAt.get(id) ?? null, name, id }]),
  )
  const feeds = await findFeeds(reader)
  return { reader, sites, closedSites, counts: addUp(countsAt.values()), countsAt, positions, feeds, nowMs }
}

async function readSites(snapshot: Snapshot, nowMs: number) {
  const rows = await snapshot.all<ListedSite>(allListedSitesQuery)
  const calendars = await readCalendars(toQueryRunner(snapshot), rows, nowMs, nowMs)
  const closed = [...calendars].filter(([, calendar]) => !calendar.isOpen(nowMs))
  return {
    sites: new Map(rows.map((site) => [site.id, site])),
    closedSites: new Set(closed.map(([id]) => id)),
  }
}

/** Counts the devices in each state, and finds the newest outage, at each site. @param readable how many devices there are */
async function countStates(
  reader: Reader,
  readable: number,
  closedSites: ReadonlySet<string>,
  nowMs: number,
) {
  const { placed, silent, never } = await countBySite(reader, nowMs)
  const isOpen = ({ site }: SiteGroup) => site === null || !closedSites.has(site)
  const numberAt = (groups: readonly SiteGroup[]) => new Map(groups.map(({ site, number }) => [site, number]))
  const [offline, asleep] = [silent.filter(isOpen), silent.filter((group) => !isOpen(group))]
  const [offlineAt, asleepAt, neverAt] = [offline, asleep, never].map(numberAt)
  const withoutSite = readable - placed.reduce((sum, { number }) => sum + number, 0)
  const countsAt = new Map(
    [...numberAt(placed), [null, withoutSite] as const].map(([site, all]): [string | null, Counts] => {
      const [offline = 0, asleep = 0, never = 0] = [offlineAt, asleepAt, neverAt].map(
        (at) => at?.get(site) ?? 0,
      )
      return [site, { all, offline, asleep, never, online: all - offline - asleep - never }]
    }),
  )
  return { countsAt, newestAt: new Map(offline.map(({ site, newest }) => [site, newest])) }
}

function addUp(list: Iterable<Counts>): Counts {
  const total = { all: 0, offline: 0, asleep: 0, never: 0, online: 0 }
  for (const counts of list) for (const name of ['all', ...FLEET_STATES] as const) total[name] += counts[name]
  return total
}
