import { findSitesQuery, putSites, SITE_FIELDS, type SiteRow, toSite } from '../../device/sites/queries.ts'
import type { Site } from '../../device/sites/schema.ts'
import { differingFields, toDifference } from '../../lib/flow/differences.ts'
import { readRows } from '../../storage/chunks.ts'
import type { ImportContext } from './context.ts'

/** Adds sites, and replaces those that differ. */
export function* writeSites(sites: readonly Site[], { onDifference }: ImportContext) {
  const rows = yield* readRows<SiteRow>(findSitesQuery(sites.map(({ id }) => id)))
  const stored = new Map(rows.map((row) => [row.id, toSite(row)]))
  const different = sites.filter((site) => {
    const before = stored.get(site.id)
    const fields = before && differingFields(before, site, SITE_FIELDS)
    const difference = toDifference('site', site, fields)
    if (difference) onDifference(difference)
    return difference !== undefined
  })
  yield* putSites(different)
}
