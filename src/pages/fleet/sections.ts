import type { FleetDevice, FleetSite } from '#dist/fleet/schema.js'

/** The row of a site, above the rows of its devices. */
export interface SiteRow {
  readonly key: string
  /** Undefined for devices without a site. */
  readonly site: FleetSite | undefined
  /** Whether the rows of its devices are shown. */
  readonly isExpanded: boolean
}

/** Rows that are drawn together while they are near the window. */
export interface Section {
  readonly key: string
  /** Undefined if the list is not grouped, or if the row is in an earlier section. */
  readonly siteRow: SiteRow | undefined
  readonly devices: readonly FleetDevice[]
  /** The number of rows before it. */
  readonly start: number
}

interface Options {
  readonly sites: ReadonlyMap<string, FleetSite>
  /** Whether each site has a row of its own. */
  readonly isGrouped: boolean
  readonly isExpanded: (site: FleetSite) => boolean
  /** The most devices of a section. A site with more devices is divided into several sections. */
  readonly maxRows: number
}

/** Divides devices, in their order, into sections. */
export function sectionsOf(devices: readonly FleetDevice[], options: Options): Section[] {
  let start = 0
  return runsOf(devices, options.isGrouped).flatMap((run) => {
    const siteRow = options.isGrouped ? siteRowOf(run, options) : undefined
    const shown = siteRow?.isExpanded === false ? [] : run
    const parts = Math.max(1, Math.ceil(shown.length / options.maxRows))
    return Array.from({ length: parts }, (_, part) => {
      const devices = shown.slice(part * options.maxRows, (part + 1) * options.maxRows)
      const key = (devices[0] ?? run[0])?.id ?? ''
      const section = { key, siteRow: part === 0 ? siteRow : undefined, devices, start }
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

function siteRowOf([first]: readonly FleetDevice[], { sites, isExpanded }: Options): SiteRow {
  const site = sites.get(first?.site?.id ?? '')
  return { key: `site of ${first?.id}`, site, isExpanded: site === undefined || isExpanded(site) }
}

export function rowCountOf({ siteRow, devices }: Section): number {
  return (siteRow === undefined ? 0 : 1) + devices.length
}

/** The keys of the rows that have a link. The row of devices without a site has none. */
export function reachableKeys({ siteRow, devices }: Section): string[] {
  return [...(siteRow?.site === undefined ? [] : [siteRow.key]), ...devices.map(({ id }) => id)]
}
