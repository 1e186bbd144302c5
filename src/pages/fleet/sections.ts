import type { FleetDevice, FleetSite } from '#dist/fleet/schema.js'

/** The row of a site, above the rows of its devices. */
export interface SiteRow {
  readonly key: string
  /** Undefined for devices without a site. */
  readonly site: FleetSite | undefined
  /** Whether the rows of its devices are shown. */
  readonly isOpen: boolean
}

/** Rows that are shown, and removed far from the window, together. */
export interface Section {
  readonly key: string
  readonly site: SiteRow | undefined
  readonly devices: readonly FleetDevice[]
  /** The number of rows before it. */
  readonly start: number
}

interface Options {
  readonly sites: ReadonlyMap<string, FleetSite>
  /** Whether each site has a row of its own. */
  readonly isGrouped: boolean
  readonly isOpen: (site: FleetSite) => boolean
  /** The most devices of a section. A site with more devices is divided into several sections. */
  readonly maxRows: number
}

/** Divides devices, in their order, into sections. */
export function sectionsOf(devices: readonly FleetDevice[], options: Options): Section[] {
  let start = 0
  return runsOf(devices, options.isGrouped).flatMap((run) => {
    const site = options.isGrouped ? siteRowOf(run, options) : undefined
    const shown = site?.isOpen === false ? [] : run
    const parts = Math.max(1, Math.ceil(shown.length / options.maxRows))
    return Array.from({ length: parts }, (_, part) => {
      const devices = shown.slice(part * options.maxRows, (part + 1) * options.maxRows)
      const key = (devices[0] ?? run[0])?.id ?? ''
      const section = { key, site: part === 0 ? site : undefined, devices, start }
      start += rowCountOf(section)
      return section
    })
  })
}

/** Divides devices where their site changes; not at all if they are not grouped. */
function runsOf(devices: readonly FleetDevice[], isGrouped: boolean): FleetDevice[][] {
  const runs: FleetDevice[][] = []
  for (const device of devices) {
    const run = runs[runs.length - 1]
    if (run === undefined || (isGrouped && run[0]?.site?.id !== device.site?.id)) runs.push([device])
    else run.push(device)
  }
  return runs
}

function siteRowOf([first]: readonly FleetDevice[], { sites, isOpen }: Options): SiteRow {
  const site = sites.get(first?.site?.id ?? '')
  return { key: `site of ${first?.id}`, site, isOpen: site === undefined || isOpen(site) }
}

export function rowCountOf({ site, devices }: Section): number {
  return (site === undefined ? 0 : 1) + devices.length
}

/** The keys of the rows that have a link. The row of devices without a site has none. */
export function reachableKeys({ site, devices }: Section): string[] {
  return [...(site?.site === undefined ? [] : [site.key]), ...devices.map(({ id }) => id)]
}
