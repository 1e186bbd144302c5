import type { ListedSite } from '../../../device/sites/queries.ts'
import { cut, showValue } from '../../errors.ts'
import { cleanText } from '../mapping/text.ts'
import { rowLabel } from '../table/place.ts'
import type { DeviceRow } from './rows.ts'

type StoredSite = Pick<ListedSite, 'id' | 'name' | 'timezone'>

/** A site that a list of devices names. Its time zone may be found in a later row. */
export interface FoundSite {
  readonly id: string
  readonly name: string
  readonly isNew: boolean
  timezone: string | undefined
  /** The row that says its time zone, or names it first. */
  row: DeviceRow
}

/** The sites that rows name, by id or by name. Those that do not exist are made. */
export class DeviceSites {
  readonly #find: (text: string) => readonly StoredSite[]
  readonly #ids: Set<string>
  /** New sites, by their names in lower case. */
  readonly #made = new Map<string, FoundSite>()

  constructor(stored: readonly StoredSite[]) {
    this.#find = siteFinder(stored)
    this.#ids = new Set(stored.map(({ id }) => id))
  }

  /** The new sites. Each without a time zone is an error in a row, which is reported. */
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

  /** The site of a row, or null for none; undefined if several could be it, which is reported. */
  find(row: DeviceRow): FoundSite | null | undefined {
    const text = row.text('site')
    const found = this.#find(text)
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

  /** Compares the time zone that a row gives a device with that of its site, or with another row's. */
  addZone(site: FoundSite, row: DeviceRow, zone: string): void {
    if (site.timezone === undefined) {
      site.timezone = zone
      site.row = row
    } else if (site.timezone !== zone) {
      const source = site.isNew ? ` in ${rowLabel(site.row.place)}` : ''
      const problem = `must be one time zone for the site ${cut(site.name)}, which has ${site.timezone}${source}`
      row.fault('timezone', `${problem}, got ${showValue(zone)}`)
    }
  }

  #make(row: DeviceRow, name: string): FoundSite {
    const key = name.toLowerCase()
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const site = { id: this.#newId(key), name, isNew: true, timezone: undefined, row }
    this.#made.set(key, site)
    return site
  }

  /** The words of a name, such as `harbour-street`, with a number if another site has them. */
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

/** Whether a text of a cell says that there is none. */
export function isNone(text: string): boolean {
  return /^(?:[-–—]+|none|n\/?a)$/iu.test(text)
}

/** Creates a function that finds the sites with an id or name. The exact spelling comes before upper and lower case. */
export function siteFinder<Site extends Pick<StoredSite, 'id' | 'name'>>(sites: readonly Site[]) {
  const exact = new Map<string, Site[]>()
  const lower = new Map<string, Site[]>()
  for (const site of sites) {
    const spellings = [site.id, cleanText(site.name)]
    for (const text of new Set(spellings)) add(exact, text, site)
    for (const text of new Set(spellings.map((one) => one.toLowerCase()))) add(lower, text, site)
  }
  return (text: string): readonly Site[] => exact.get(text) ?? lower.get(text.toLowerCase()) ?? []
}

function add<Site>(sites: Map<string, Site[]>, text: string, site: Site): void {
  const same = sites.get(text)
  if (same === undefined) sites.set(text, [site])
  else same.push(site)
}
