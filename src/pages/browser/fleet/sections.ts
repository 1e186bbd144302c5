import type { FleetDevice, FleetSite } from '#dist/monitoring/fleet/schema.js'

/** A row of the table: a device, or the site of those below it. */
export type FleetRow =
  | { readonly key: string; readonly device: FleetDevice }
  | { readonly key: string; readonly site: FleetSite | undefined }

/** Rows that are shown, and removed far from the window, together. */
export interface TableSection {
  readonly key: string
  readonly rows: readonly FleetRow[]
  /** The number of rows before it. */
  readonly start: number
}

/** A site with many devices is several sections: to fill one must not take longer than a frame. */
const MAX_DEVICES = 20

/** Divides devices, in their order, into sections. @param isGrouped whether each site has a row of its own */
export function tableSectionsOf(
  devices: readonly FleetDevice[],
  sites: ReadonlyMap<string, FleetSite>,
  isGrouped: boolean,
): TableSection[] {
  const sections: { key: string; rows: FleetRow[]; start: number }[] = []
  let siteId: string | undefined
  let count = 0
  devices.forEach((device) => {
    const nextSiteId = isGrouped ? (device.site?.id ?? '') : ''
    const isNewSite = nextSiteId !== siteId || sections.length === 0
    const last = sections[sections.length - 1]
    const section =
      last === undefined || isNewSite || last.rows.length > MAX_DEVICES
        ? { key: device.id, rows: [] as FleetRow[], start: count }
        : last
    if (section !== last) sections.push(section)
    const { rows } = section
    if (isNewSite && isGrouped) {
      rows.push({ key: `site of ${device.id}`, site: sites.get(nextSiteId) })
      count += 1
    }
    rows.push({ key: device.id, device })
    count += 1
    siteId = nextSiteId
  })
  return sections
}
