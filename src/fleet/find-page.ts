import { compareSites, type DeviceSortKey, FLEET_STATES } from './order.ts'
import type { Overview } from './overview.ts'
import { type PageQuery, type PageRow, readPage } from './queries/page.ts'
import type { FleetPageQuery } from './query.ts'
import { type Selection, selectDevices } from './select.ts'

/** A device of a page, with its sort key. */
export type FleetRow = DeviceSortKey & { readonly siteId: string | null }

/** Finds the devices of a page, one more if there is another page, and the total of all pages. */
export async function findPage(overview: Overview, query: FleetPageQuery) {
  const selection = await selectDevices(overview, query.filter)
  const rows = await readRows(overview, query, selection)
  const total = [...selection.numberAt.values()].reduce((sum, number) => sum + number, 0)
  return { total, rows: rows.map((row) => toFleetRow(overview, row)) }
}

/** Reads the devices of one site after another, and then those without site. */
async function readRows(
  overview: Overview,
  { after, limit }: FleetPageQuery,
  { conditions, numberAt }: Selection,
): Promise<PageRow[]> {
  const read = (part: Omit<PageQuery, 'conditions'>) =>
    readPage(overview.viewer, overview, { conditions, ...part })
  const sites = after?.site === null ? [] : sitesFrom(overview, after, limit, numberAt)
  const continues = after?.site?.id === sites[0]
  const rows =
    sites.length === 0 ? [] : await read({ sites, after: continues ? after : undefined, limit: limit + 1 })
  const missing = limit + 1 - rows.length
  if (missing === 0 || !numberAt.get(null)) return rows
  const rest = await read({ sites: null, after: after?.site === null ? after : undefined, limit: missing })
  return [...rows, ...rest]
}

/** The ids of the sites that a page may contain: as few as possible, because all their devices are sorted. */
function sitesFrom(
  { positions }: Overview,
  after: DeviceSortKey | undefined,
  limit: number,
  numberAt: Selection['numberAt'],
): string[] {
  const sites = [...positions.values()]
    .filter(({ id }) => numberAt.get(id))
    .filter((site) => after === undefined || compareSites(site, after.site) >= 0)
    .sort(compareSites)
  let number = 0
  const end = sites.findIndex(({ id }) => {
    if (id !== after?.site?.id) number += numberAt.get(id) ?? 0
    return number > limit
  })
  return sites.slice(0, end < 0 ? sites.length : end + 1).map(({ id }) => id)
}

function toFleetRow({ positions }: Overview, row: PageRow): FleetRow {
  const { id, name, site, last_heartbeat_at: lastHeartbeatAt } = row
  const state = FLEET_STATES[row.state] ?? 'offline'
  const position = positions.get(site ?? '') ?? null
  return { site: position, siteId: site, state, lastHeartbeatAt, name, id }
}
