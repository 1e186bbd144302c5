import { deleteRows, findIds, insertRows } from '../storage/chunks.ts'
import {
  BOUND_LIST,
  boundList,
  type Database,
  type Query,
  type Readable,
  type RowsStatement,
} from '../storage/database.ts'
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
SELECT s.id, s.name, s.timezone, coalesce(counted.devices, 0) AS devices
FROM sites s
LEFT JOIN (SELECT site_id, count(*) AS devices FROM devices GROUP BY site_id) AS counted ON counted.site_id = s.id
ORDER BY s.id`

/** Lists all sites, each with the number of its devices. */
export async function listSites(database: Database) {
  return database.all<Omit<Site, 'hours'> & { readonly devices: number }>(SITES_WITH_DEVICES)
}

const SITES_OF_DEVICES = `
SELECT d.id AS device_id, s.id, s.name, s.timezone
FROM devices d JOIN sites s ON s.id = d.site_id
WHERE d.id IN ${BOUND_LIST}`

/** A site as the list of devices shows it. */
export type DeviceSite = Pick<Site, 'id' | 'name' | 'timezone'>

/** Finds the sites of devices, by the ids of the devices. */
export async function findSitesOfDevices(
  database: Readable,
  deviceIds: Iterable<string>,
): Promise<Map<string, DeviceSite>> {
  const rows = await database.all<DeviceSite & { readonly device_id: string }>(
    SITES_OF_DEVICES,
    boundList(deviceIds),
  )
  return new Map(rows.map(({ device_id, ...site }) => [device_id, site]))
}

/** SQL that deletes sites. Their devices stay, without a site. */
export const deleteSites = (ids: Iterable<string>) => deleteRows('sites', ids)
