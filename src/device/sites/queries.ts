import { columnNames } from '../../lib/fields.ts'
import { putRows } from '../../storage/chunks.ts'
import {
  BOUND_LIST,
  boundList,
  type Query,
  type QueryRunner,
  query,
  type RowsStatement,
  reader,
} from '../../storage/database.ts'
import type { Hours, Site } from './schema.ts'

/** A row of `sites`. The hours are JSON. */
export type SiteRow = Omit<Site, 'hours'> & { readonly hours: string | null }

/** What a site has besides its id, each in a column of its name. Complete: the compiler wants each. */
export const SITE_FIELDS = columnNames<Exclude<keyof Site, 'id'>>({ name: true, timezone: true, hours: true })
const COLUMNS = ['id', ...SITE_FIELDS] as const

/** SQL that adds sites, or replaces existing ones. Their devices stay theirs. */
export function putSites(sites: readonly Site[]): Generator<RowsStatement> {
  const rows = sites.map((site): SiteRow => ({ ...site, hours: site.hours && JSON.stringify(site.hours) }))
  return putRows('sites', ['id'], COLUMNS, rows)
}

export function toSite({ hours, ...row }: SiteRow): Site {
  return { ...row, hours: hours === null ? null : JSON.parse(hours) }
}

const SITES = `SELECT ${COLUMNS.join(', ')} FROM sites`

/** A query for the next sites in the order of their ids: some at a time, as their hours may be long. */
export const sitesAfterQuery = query<[id: string]>(`${SITES} WHERE id > ? ORDER BY id LIMIT 20`)

/** A query for those of these sites that exist. */
export const findSitesQuery = query<[ids: Iterable<string>]>(`${SITES} WHERE id IN ${BOUND_LIST}`)

/** The query that lists the names of all sites. */
export const allSiteNamesQuery: Query = { sql: 'SELECT id, name FROM sites ORDER BY id' }

/** A site without its hours. They hold as long as their version; null if it has none, and so is always open. */
export type ListedSite = Omit<Site, 'hours'> & { readonly hours_version: string | null }

const LISTED_SITES = `
SELECT s.id, s.name, s.timezone, v.version AS hours_version
FROM sites s LEFT JOIN site_hours_versions v ON v.site_id = s.id`

/** The query that lists all sites without their hours, for a snapshot. */
export const allListedSitesQuery: Query = { sql: `${LISTED_SITES} ORDER BY s.id` }

/** A query for those of these sites that exist, without their hours. */
export const findListedSitesQuery = query<[ids: Iterable<string>]>(
  `${LISTED_SITES} WHERE s.id IN ${BOUND_LIST}`,
)

/** The hours of a site, as JSON, and their version. */
export type HoursRow = Pick<SiteRow, 'timezone' | 'hours'> & { readonly version: string }

const HOURS = `
SELECT s.timezone, s.hours, v.version
FROM sites s JOIN site_hours_versions v ON v.site_id = s.id
WHERE s.id = ?`

/** Reads the hours of a site; undefined if it has none. */
export async function readHours(database: QueryRunner, siteId: string): Promise<HoursRow | undefined> {
  return (await database.all<HoursRow>(HOURS, siteId))[0]
}

/** Lists all sites, each with the number of its devices. */
export const listSites = reader<Omit<Site, 'hours'> & { readonly devices: number }>(`
SELECT s.id, s.name, s.timezone, coalesce(counted.devices, 0) AS devices
FROM sites s
LEFT JOIN (SELECT site_id, count(*) AS devices FROM devices GROUP BY site_id) AS counted ON counted.site_id = s.id
ORDER BY s.id`)

const HOURS_OF_SITES = 'SELECT id, hours FROM sites WHERE hours IS NOT NULL'

/** The opening hours of sites, by their ids. Those without any are always open. */
export async function listHours(database: QueryRunner): Promise<ReadonlyMap<string, Hours>> {
  const rows = await database.all<Pick<Site, 'id'> & { readonly hours: string }>(HOURS_OF_SITES)
  return new Map(rows.map(({ id, hours }) => [id, JSON.parse(hours)]))
}

const SITES_OF_DEVICES = `
SELECT d.id AS device_id, s.id, s.name, s.timezone
FROM devices d JOIN sites s ON s.id = d.site_id
WHERE d.id IN ${BOUND_LIST}`

/** A site as the list of devices shows it. */
export type DeviceSite = Pick<Site, 'id' | 'name' | 'timezone'>

/** Finds the sites of devices, by the ids of the devices. */
export async function findSitesOfDevices(
  database: QueryRunner,
  deviceIds: Iterable<string>,
): Promise<Map<string, DeviceSite>> {
  const rows = await database.all<DeviceSite & { readonly device_id: string }>(
    SITES_OF_DEVICES,
    boundList(deviceIds),
  )
  return new Map(rows.map(({ device_id, ...site }) => [device_id, site]))
}
