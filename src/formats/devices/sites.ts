import type { ListedSite } from '../../device/sites/queries.ts'
import { showValue } from '../../documents/document-error.ts'
import { groupBy } from '../../lib/group-by.ts'
import { cut } from '../../lib/text/cut-to.ts'
import { cleanText } from '../mapping/text.ts'
import type { DeviceTableRow } from './columns.ts'
import { isNone } from './device-values.ts'

export type FoundSite = Pick<ListedSite, 'id' | 'name' | 'timezone'>

/** Creates a function that finds the site that a row names, by its id or its name. It returns null for none, and reports errors. */
export function siteFinder(stored: readonly FoundSite[]) {
  const byText = groupBy(
    stored.flatMap((site) => [site.id, cleanText(site.name)].map((text) => ({ text, site }))),
    ({ text }) => text,
  )
  return (row: DeviceTableRow): FoundSite | null | undefined => {
    const text = row.text('site')
    const spellings = byText.get(row.id('site')) ?? byText.get(text) ?? []
    const [site, ...others] = new Set(spellings.map((spelling) => spelling.site))
    if (site === undefined && isNone(text)) return null
    if (site === undefined)
      row.fault(
        'site',
        `must be the id or the name of a site that exists, got ${showValue(text)}: add it with signage sites add`,
      )
    else if (others.length > 0)
      row.fault(
        'site',
        `must be one site, but several are called ${showValue(text)}: write one of the ids ${[site, ...others].map(({ id }) => cut(id)).join(', ')}`,
      )
    return others.length === 0 ? site : undefined
  }
}
