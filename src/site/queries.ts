import { deleteRows, findIds, insertRows } from '../storage/chunks.ts'
import { BOUND_LIST, boundList, type Database, type Query, type RowsStatement } from '../storage/database.ts'
import type { Site } from './schema.ts'

/** A row of `sites`. The hours are JSON. */
export type SiteRow = Omit<Site, 'hours'> & { readonly hours: string | null }

const PUT_SITE = `
INSERT INTO sites (id, name, timezone, hours) VALUES (?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, timezone = excluded.timezone, hours = excluded.hours`

/** SQL that adds sites, or replaces existing ones. Their devices stay theirs. */
export function putSites(sites: readonly Site[]): Generator<RowsStatement> {
  const rows = sites.map(({ id, name, timezone, hours }) => [
    id,
    name,
    timezone,
    hours && JSON.stringify(hours),
  ])
  return insertRows(PUT_SITE, rows)
}

export function toSite({ hours, ...row }: SiteRow): Site {
  return { ...row, hours: hours === null ? null : JSON.parse(hours) }
}

const SITES = 'SELECT id, name, timezone, hours FROM sites'

/** The query that lists everything, for a snapshot. */
export const allSites: Query = { sql: `${SITES} ORDER BY id` }

/** A query for those of these sites that exist. */
export function findSites(ids: Iterable<string>): Query {
  return { sql: `${SITES} WHERE id IN ${BOUND_LIST}`, parameters: [boundList(ids)] }
}

/** Returns those of the ids that belong to existing sites. */
export function findExistingSites(database: Database, ids: Iterable<string>): Promise<Set<string>> {
  return findIds(database, `SELECT id FROM sites WHERE id IN ${BOUND_LIST}`, ids)
}

const SITES_WITH_DEVICES = `
SELECT id, name, timezone, (SELECT count(*) FROM devices d WHERE d.site_id = s.id) AS devices
FROM sites s
ORDER BY id`

/** Lists all sites, each with the number of its devices. */
export async function listSites(database: Database) {
  return database.all<Omit<Site, 'hours'> & { readonly devices: number }>(SITES_WITH_DEVICES)
}

/** SQL that deletes sites. Their devices stay, without a site. */
export const deleteSites = (ids: Iterable<string>) => deleteRows('sites', ids)
