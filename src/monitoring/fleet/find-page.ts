import { compareSites, type DevicePosition } from './order.ts'
import type { Overview } from './overview.ts'
import type { Candidate } from './queries/candidates.ts'
import { type PageQuery, readPage } from './queries/page.ts'
import type { FleetPageQuery } from './query.ts'
import { type Selection, selectDevices } from './select.ts'
import { stateOf } from './states.ts'

/** A device in its place. */
export type Placed = DevicePosition & { readonly siteId: string | null }

/** Finds the devices of a page, and one more if there is another page; and how many there are on all pages. */
export async function findPage(overview: Overview, query: FleetPageQuery) {
  const selection = await selectDevices(overview, query.filter)
  const read = (part: Pick<PageQuery, 'after' | 'limit' | 'sites'>) =>
    readPage(overview, { conditions: selection.conditions, sort: query.sort, ...part })
  const rows =
    query.group === 'none'
      ? await read({ after: query.after, limit: query.limit + 1 })
      : await readSites(overview, query, selection, read)
  const total = [...selection.numberAt.values()].reduce((sum, number) => sum + number, 0)
  return { total, placed: rows.map((row) => place(overview, query, row)) }
}

/** Reads the devices of one site after another, and then those without site. */
async function readSites(
  overview: Overview,
  { after, limit }: FleetPageQuery,
  { numberAt }: Selection,
  read: (part: Pick<PageQuery, 'after' | 'limit' | 'sites'>) => Promise<Candidate[]>,
): Promise<Candidate[]> {
  const sites = after?.site === null ? [] : sitesFrom(overview, after, limit, numberAt)
  const begins = after?.site?.id === sites[0]
  const rows =
    sites.length === 0 ? [] : await read({ sites, after: begins ? after : undefined, limit: limit + 1 })
  const missing = limit + 1 - rows.length
  if (missing === 0 || !numberAt.get(null)) return rows
  const rest = await read({ sites: null, after: after?.site === null ? after : undefined, limit: missing })
  return [...rows, ...rest]
}

/** The ids of the sites whose devices a page may have: not more than these, as all their devices are sorted. */
function sitesFrom(
  { positions }: Overview,
  after: DevicePosition | undefined,
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

function place(overview: Overview, { group }: FleetPageQuery, row: Candidate): Placed {
  const { id, name, site, last_heartbeat_at: lastHeartbeatAt } = row
  const position = group === 'none' || site === null ? null : (overview.positions.get(site) ?? null)
  return { site: position, siteId: site, state: stateOf(row, overview), lastHeartbeatAt, name, id }
}
