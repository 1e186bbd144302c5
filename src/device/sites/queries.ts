import { keysOf } from '../../lib/records.ts'
import { BOUND_LIST, defineQuery, defineReader, defineRowReader } from '../../storage/define-query.ts'
import { upsertRows } from '../../storage/statements.ts'
import { type Hours, SITE_FIELDS, type Site } from './schema.ts'

/** A row of `sites`. The hours are JSON. */
export type SiteRow = Omit<Site, 'hours'> & { readonly hours: string | null }

export const SITE_COLUMNS = keysOf(SITE_FIELDS)

/** SQL that adds sites, or replaces existing ones. Their devices are unchanged. */
export function upsertSites(sites: readonly Site[]) {
  const rows = sites.map((site): SiteRow => ({ ...site, hours: site.hours && JSON.stringify(site.hours) }))
  return upsertRows('sites', ['id'], SITE_COLUMNS, rows)
}

/** Parses the hours of a row of `sites`. */
export function withParsedHours<Row extends Pick<SiteRow, 'hours'>>({ hours, ...row }: Row) {
  // Another program may have left a list out.
  const parsed: Hours | null = hours === null ? null : { windows: [], exceptions: [], ...JSON.parse(hours) }
  return { ...row, hours: parsed }
}

const SITES = `SELECT ${SITE_COLUMNS.join(', ')} FROM sites`

/** The next sites in the order of their ids: some at a time, because their hours may be long. */
export const sitesAfterQuery = defineQuery<[id: string]>(`${SITES} WHERE id > ? ORDER BY id LIMIT 20`)

export const findSitesQuery = defineQuery<[ids: Iterable<string>]>(`${SITES} WHERE id IN ${BOUND_LIST}`)

/** The columns of a site `s` without its hours. */
const COLUMNS_WITHOUT_HOURS = SITE_COLUMNS.filter((column) => column !== 'hours')
  .map((column) => `s.${column}`)
  .join(', ')

/** A site without its hours. `hours_version` changes with the hours. It is null if the site has no hours. Such a site is always open. */
export type SiteWithoutHours = Omit<Site, 'hours'> & { readonly hours_version: string | null }

const SITES_WITHOUT_HOURS = `
SELECT ${COLUMNS_WITHOUT_HOURS}, v.version AS hours_version
FROM sites s LEFT JOIN site_hours_versions v ON v.site_id = s.id`

export const allSitesWithoutHoursQuery = defineQuery(`${SITES_WITHOUT_HOURS} ORDER BY s.id`)

export const findSitesWithoutHoursQuery = defineQuery<[ids: Iterable<string>]>(
  `${SITES_WITHOUT_HOURS} WHERE s.id IN ${BOUND_LIST}`,
)

/** The hours of a site, as JSON, and their version. */
type HoursRow = Pick<SiteRow, 'timezone' | 'hours'> & { readonly version: string }

/** The hours of a site; no row if it has none. */
export const readHours = defineRowReader<HoursRow, [siteId: string]>(`
SELECT s.timezone, s.hours, v.version
FROM sites s JOIN site_hours_versions v ON v.site_id = s.id
WHERE s.id = ?`)

/** Lists all sites, each with the number of its devices. */
export const listSites = defineReader<SiteRow & { readonly devices: number }>(`
SELECT ${COLUMNS_WITHOUT_HOURS}, s.hours, coalesce(counted.devices, 0) AS devices
FROM sites s
LEFT JOIN (SELECT site_id, count(*) AS devices FROM devices GROUP BY site_id) AS counted ON counted.site_id = s.id
ORDER BY s.id`)
