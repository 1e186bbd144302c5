import type { ListedSite } from '../../device/sites/queries.ts'
import { showValue } from '../../documents/document-error.ts'
import { groupBy } from '../../lib/group-by.ts'
import { cut } from '../../lib/text/cut-to.ts'
import { cleanText } from '../mapping/text.ts'
import { rowLabel } from '../tables/row.ts'
import type { DeviceTableRow } from './columns.ts'

type StoredSite = Pick<ListedSite, 'id' | 'name' | 'timezone'>

/** A site that a device table names. Its time zone may be found in a later row. */
export interface FoundSite {
  readonly id: string
  readonly name: string
  readonly isNew: boolean
  timezone: string | undefined
  /** The row that has its time zone, or names it first. */
  row: DeviceTableRow
}

/** The sites that rows name, by id or by name. Sites that do not exist are made. */
export class DeviceSites {
  readonly #find: (text: string) => readonly StoredSite[]
  readonly #ids: Set<string>
  /** New sites, by their names in lower case. */
  readonly #made = new Map<string, FoundSite>()

  constructor(stored: readonly StoredSite[]) {
    this.#find = siteFinder(stored)
    this.#ids = new Set(stored.map(({ id }) => id))
  }

  /** The new sites. A site without a time zone is reported as an error in its row. */
  made(): readonly FoundSite[] {
    const sites = [...this.#made.values()]
    for (const { row, timezone, name } of sites)
      if (timezone === undefined && row.text('timezone') === '')
        row.fault(
          'site',
          `must be a site that exists, or have a time zone in a column Time zone, got ${showValue(name)}`,
        )
    return sites
  }

  /** The site of a row; null for none, and undefined for an ambiguous name, which is reported. */
  find(row: DeviceTableRow): FoundSite | null | undefined {
    const text = row.text('site')
    const found = [row.id('site'), text].map(this.#find).find(({ length }) => length > 0) ?? []
    const [site, ...others] = found
    if (site === undefined) return isNone(text) ? null : this.#make(row, text)
    if (others.length === 0) return { ...site, isNew: false, row }
    const ids = found.map(({ id }) => cut(id)).join(', ')
    row.fault(
      'site',
      `must be one site, but several are called ${showValue(text)}: write one of the ids ${ids}`,
    )
    return undefined
  }

  /** Compares the time zone of a row with that of its site, or of another row at the same site. */
  addZone(site: FoundSite, row: DeviceTableRow, zone: string): void {
    if (site.timezone === undefined) {
      site.timezone = zone
      site.row = row
    } else if (site.timezone !== zone) {
      const source = site.isNew ? ` in ${rowLabel(site.row.place)}` : ''
      const problem = `must be one time zone for the site ${cut(site.name)}, which has ${site.timezone}${source}`
      row.fault('timezone', `${problem}, got ${showValue(zone)}`)
    }
  }

  #make(row: DeviceTableRow, name: string): FoundSite {
    const key = name.toLowerCase()
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const site = { id: this.#newId(key), name, isNew: true, timezone: undefined, row }
    this.#made.set(key, site)
    return site
  }

  /** An id from the words of a name, such as `harbour-street`, with a number if another site has it. */
  #newId(name: string): string {
    const words =
      name
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .match(/[\p{L}\p{N}]+/gu)
        ?.join('-') ?? 'site'
    for (let number = 2, id = words; ; number++) {
      if (this.#ids.size < this.#ids.add(id).size) return id
      id = `${words}-${number}`
    }
  }
}

/** Whether the text of a cell means "none". */
export function isNone(text: string): boolean {
  return /^(?:[-–—]+|none|n\/?a)$/iu.test(text)
}

/** Creates a function that finds the sites with an id or name. An exact match comes before upper and lower case. */
function siteFinder(sites: readonly StoredSite[]) {
  const spellings = sites.flatMap((site) => [site.id, cleanText(site.name)].map((text) => ({ text, site })))
  const exact = groupBy(spellings, ({ text }) => text)
  const lower = groupBy(spellings, ({ text }) => text.toLowerCase())
  return (text: string): readonly StoredSite[] => {
    const found = exact.get(text) ?? lower.get(text.toLowerCase()) ?? []
    return [...new Set(found.map(({ site }) => site))]
  }
}
