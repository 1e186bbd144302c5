import { compareSites, type DeviceSortKey } from './order.ts'
import type { Overview } from './overview.ts'
import type { PageRequest } from './parameters.ts'
import { type PagePart, type PageRow, readPagePart } from './queries/page.ts'
import { type SelectedDevices, selectDevices } from './select.ts'
import { FLEET_STATES } from './states.ts'

/** Finds the sort keys of the devices of a page, one more if there is another page, and the total of all pages. */
export async function findPage(overview: Overview, request: PageRequest) {
  const selection = await selectDevices(overview, request.filter)
  const rows = await readRows(overview, request, selection)
  const total = [...selection.matchCountBySite.values()].reduce((sum, number) => sum + number, 0)
  return { total, sortKeys: rows.map((row) => toSortKey(overview, row)) }
}

/** Reads the devices of one site after another, and then those without a site. */
async function readRows(
  overview: Overview,
  { after, limit }: PageRequest,
  { conditions, matchCountBySite }: SelectedDevices,
): Promise<PageRow[]> {
  const read = (part: Omit<PagePart, 'conditions'>) =>
    readPagePart(overview.access, overview, { conditions, ...part })
  const siteIds = after?.site === null ? [] : sitesOfPage(overview, after, limit, matchCountBySite)
  const startsWithinSite = after?.site?.id === siteIds[0]
  const rows =
    siteIds.length === 0
      ? []
      : await read({ siteIds, after: startsWithinSite ? after : undefined, limit: limit + 1 })
  const remaining = limit + 1 - rows.length
  if (remaining === 0 || !matchCountBySite.get(null)) return rows
  const rest = { siteIds: null, after: after?.site === null ? after : undefined, limit: remaining }
  return [...rows, ...(await read(rest))]
}

/** The ids of the fewest sites that can fill the page. The query sorts all devices of these sites. */
function sitesOfPage(
  { sites: allSites }: Overview,
  after: DeviceSortKey | undefined,
  limit: number,
  matchCountBySite: SelectedDevices['matchCountBySite'],
): string[] {
  const sites = [...allSites.values()]
    .filter(({ id }) => matchCountBySite.get(id))
    .filter((site) => after === undefined || compareSites(site, after.site) >= 0)
    .sort(compareSites)
  let devices = 0
  const end = sites.findIndex(({ id }) => {
    if (id !== after?.site?.id) devices += matchCountBySite.get(id) ?? 0
    return devices > limit
  })
  return sites.slice(0, end < 0 ? sites.length : end + 1).map(({ id }) => id)
}

function toSortKey({ sites }: Overview, row: PageRow): DeviceSortKey {
  const { id, name, last_heartbeat_at: lastHeartbeatAt } = row
  const site = sites.get(row.site ?? '')
  return {
    site: site ? { latestSilenceStart: site.latestSilenceStart, name: site.name, id: site.id } : null,
    state: FLEET_STATES[row.state] ?? 'offline',
    lastHeartbeatAt,
    name,
    id,
  }
}
