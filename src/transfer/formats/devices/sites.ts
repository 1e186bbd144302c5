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
  readonly #stored: readonly StoredSite[]
  /** New sites, by their names in lower case. */
  readonly #made = new Map<string, FoundSite>()

  constructor(stored: readonly StoredSite[]) {
    this.#stored = stored
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
    const found = sitesNamed(this.#stored, text)
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
    const taken = new Set([...this.#stored, ...this.#made.values()].map(({ id }) => id))
    for (let number = 2, id = words; ; number++) {
      if (!taken.has(id)) return id
      id = `${words}-${number}`
    }
  }
}

/** Whether a text of a cell says that there is none. */
export function isNone(text: string): boolean {
  return /^(?:[-–—]+|none|n\/?a)$/iu.test(text)
}

/** The sites with this id or name. The exact spelling comes before upper and lower case. */
export function sitesNamed<Site extends StoredSite>(sites: readonly Site[], text: string): readonly Site[] {
  const exact = sites.filter(({ id, name }) => id === text || cleanText(name) === text)
  if (exact.length > 0) return exact
  const wanted = text.toLowerCase()
  return sites.filter(({ id, name }) => [id, cleanText(name)].some((one) => one.toLowerCase() === wanted))
}
