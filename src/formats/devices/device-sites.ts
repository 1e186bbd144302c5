import type { SiteWithoutHours } from '../../device/sites/queries.ts'
import { showValue } from '../../documents/import-error.ts'
import { groupBy } from '../../lib/group-by.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import { atMost, MAX_INDEXED_BYTES } from '../../schemas/text-limits.ts'
import { cleanText } from '../shared/clean-text.ts'
import type { DeviceTableRow } from './device-columns.ts'
import { meansNone } from './device-values.ts'

export type DeviceSites = ReturnType<typeof createDeviceSites>
export type FoundSite = Pick<SiteWithoutHours, 'id' | 'name' | 'timezone'>

/** A site that does not exist is added if the first row that names it has a time zone, or its device has one stored. */
export function createDeviceSites(stored: readonly FoundSite[]) {
  const byId = new Map(stored.map((site) => [site.id, site]))
  const spellings = stored.flatMap((site) => {
    const texts = new Set([site.id.toLowerCase(), cleanText(site.name).toLowerCase()])
    return Array.from(texts, (text) => ({ text, site }))
  })
  const byText = groupBy(spellings, ({ text }) => text)
  const ids = new Set(byId.keys())
  /** New sites, by their names in lower case. */
  const newSites = new Map<string, FoundSite>()

  /** Returns null for none, and undefined if the row has an error, which is reported. */
  function findOrAdd(row: DeviceTableRow, timezone: string | undefined): FoundSite | null | undefined {
    const text = row.text('site')
    const known = byId.get(row.id('site'))
    const [site, ...others] = known ? [known] : (byText.get(text.toLowerCase()) ?? []).map(({ site }) => site)
    if (site === undefined) return meansNone(text) ? null : addSite(row, text, timezone)
    if (others.length === 0) return site
    const choices = [site, ...others].map(({ id }) => shorten(id)).join(', ')
    return row.refuse(
      'site',
      `must be one site, but several are called ${showValue(text)}: write one of the ids ${choices}`,
    )
  }

  function addSite(row: DeviceTableRow, name: string, timezone: string | undefined): FoundSite | undefined {
    const known = newSites.get(name.toLowerCase())
    if (known !== undefined) return known
    if (Buffer.byteLength(name) > MAX_INDEXED_BYTES)
      return row.refuse('site', atMost(MAX_INDEXED_BYTES, 'bytes'))
    if (timezone !== undefined) {
      const site = { id: newId(name), name, timezone }
      newSites.set(name.toLowerCase(), site)
      return site
    }
    if (row.text('timezone') === '')
      row.refuse(
        'site',
        `must be a site that exists, or have its time zone in its first row, got ${showValue(name)}`,
      )
    return undefined
  }

  /** An id from the words of a name, such as `harbour-street`, with a number if another site has it. */
  function newId(name: string): string {
    const base = (name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['site']).join('-')
    for (let number = 2, id = base; ; number++) {
      if (ids.size < ids.add(id).size) return id
      id = `${base}-${number}`
    }
  }

  return { findOrAdd, newSites: () => [...newSites.values()] }
}
