import { readCalendars } from '../device/sites/calendars.ts'
import { allSitesWithoutHoursQuery, type SiteWithoutHours } from '../device/sites/queries.ts'
import type { Snapshot } from '../storage/database.ts'
import type { SiteSortKey } from './order.ts'
import { type CountsPerSite, countReadable, countStatesPerSite } from './queries/counts.ts'
import type { FleetAccess } from './queries/fleet-access.ts'
import { findFeedIncidents, type IncidentCounts } from './queries/incidents.ts'
import type { StateContext } from './queries/states.ts'
import { FLEET_STATES, type FleetState } from './states.ts'

/** The numbers of devices in total, and in each state. */
type Counts = Readonly<Record<'all' | FleetState, number>>

/** The whole fleet in numbers, as far as a user may see it. */
export interface Overview extends StateContext {
  readonly access: FleetAccess
  /** All sites, also those without devices, by their ids. */
  readonly sites: ReadonlyMap<string, SiteWithoutHours & SiteSortKey>
  readonly counts: Counts
  /** The counts of sites with devices, by their ids. The key null has the counts of devices without a site. */
  readonly countsBySite: ReadonlyMap<string | null, Counts>
  /** The open incidents of the feed. */
  readonly feedIncidents: readonly IncidentCounts[]
}

/** Reads the overview of the fleet. @param userId undefined for a command, which may read all */
export async function readOverview(
  snapshot: Snapshot,
  userId: string | undefined,
  nowMs: number,
): Promise<Overview> {
  const { allSites, closedSiteIds } = await readSites(snapshot, nowMs)
  const { devices, readable } = await countReadable(snapshot, userId)
  const access = { snapshot, userId, readsAll: devices === readable }
  const siteCounts = await countStatesPerSite(access, nowMs)
  const latestSilenceStart = (id: string) =>
    closedSiteIds.has(id) ? null : (siteCounts.silent.get(id)?.latestSilenceStart ?? null)
  const sites = new Map(
    allSites.map((site) => [site.id, { ...site, latestSilenceStart: latestSilenceStart(site.id) }]),
  )
  const countsBySite = toCountsBySite(siteCounts, readable, closedSiteIds)
  const counts = addUp(countsBySite.values())
  const feedIncidents = await findFeedIncidents(access, nowMs)
  return { access, sites, closedSiteIds, counts, countsBySite, feedIncidents, nowMs }
}

async function readSites(snapshot: Snapshot, nowMs: number) {
  const allSites = await snapshot.all<SiteWithoutHours>(allSitesWithoutHoursQuery())
  const calendars = await readCalendars(snapshot, allSites, nowMs, nowMs)
  const closed = [...calendars].filter(([, calendar]) => !calendar.isOpen(nowMs))
  return { allSites, closedSiteIds: new Set(closed.map(([id]) => id)) }
}

/** The counts of the devices of each site, in each state. @param readable the number of readable devices */
function toCountsBySite(
  { all, silent, never }: CountsPerSite,
  readable: number,
  closedSiteIds: ReadonlySet<string>,
) {
  const countsOf = (site: string | null, total: number): Counts => {
    const silentCount = silent.get(site)?.number ?? 0
    const neverConnectedCount = never.get(site)?.number ?? 0
    const online = total - silentCount - neverConnectedCount
    const [offline, asleep] = closedSiteIds.has(site ?? '') ? [0, silentCount] : [silentCount, 0]
    return { all: total, online, offline, asleep, never: neverConnectedCount }
  }
  const countsBySite = new Map<string | null, Counts>()
  let withoutSite = readable
  for (const [site, { number }] of all) {
    countsBySite.set(site, countsOf(site, number))
    withoutSite -= number
  }
  return countsBySite.set(null, countsOf(null, withoutSite))
}

function addUp(list: Iterable<Counts>): Counts {
  const total = { all: 0, offline: 0, asleep: 0, never: 0, online: 0 }
  for (const counts of list) for (const name of ['all', ...FLEET_STATES] as const) total[name] += counts[name]
  return total
}
