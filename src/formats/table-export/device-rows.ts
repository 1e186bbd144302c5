import type { Access, PlacedDeviceRow } from '../../device/queries/devices.ts'
import { allListedSitesQuery, type ListedSite } from '../../device/sites/queries.ts'
import { devicePages } from '../../documents/export-pages.ts'
import type { Snapshot } from '../../storage/database.ts'
import { writeAccess } from '../devices/device-values.ts'
import { siteFinder } from '../devices/sites.ts'
import { cleanText } from '../mapping/text.ts'
import type { ExportedCells, ExportedColumn } from './table.ts'

interface ExportedDevice {
  readonly row: PlacedDeviceRow
  /** The name of its site. */
  readonly site: string
  readonly access: readonly Access[]
}

interface DeviceTableColumn extends ExportedColumn {
  readonly cell: (device: ExportedDevice) => string | number
}

/** The columns that people edit. Heartbeat times are left out, because importing old ones later would remove newer heartbeats. */
export const DEVICE_TABLE_COLUMNS: readonly DeviceTableColumn[] = [
  { heading: 'name', width: 28, cell: ({ row }) => row.name },
  { heading: 'id', width: 20, cell: ({ row }) => row.id },
  { heading: 'site', width: 24, cell: ({ site }) => site },
  { heading: 'time zone', width: 22, cell: ({ row }) => row.timezone },
  { heading: 'resolution', width: 12, cell: ({ row }) => row.screen_resolution },
  { heading: 'orientation', width: 12, cell: ({ row }) => row.screen_orientation },
  { heading: 'users', width: 28, cell: ({ access }) => writeAccess(access) },
  { heading: 'offline startup', width: 14, cell: ({ row }) => yesNo(row.offline_startup) },
  {
    heading: 'offline startup delay minutes',
    width: 14,
    cell: ({ row }) => row.offline_startup_delay_minutes,
  },
  { heading: 'open dev tools', width: 14, cell: ({ row }) => yesNo(row.open_dev_tools) },
]

/** Yields the rows of all devices in parts, by their ids. */
export async function* deviceRows(snapshot: Snapshot): AsyncGenerator<readonly ExportedCells[]> {
  const sites = await snapshot.all<ListedSite>(allListedSitesQuery)
  const find = siteFinder(sites)
  const names = new Map(sites.map((site) => [site.id, nameOf(site, find)]))
  for await (const devices of devicePages(snapshot))
    yield devices.map(({ row, access }) => toCells({ row, site: names.get(row.site ?? '') ?? '-', access }))
}

/** The name of a site, or its id if its name is not unique in an import. */
function nameOf({ id, name }: ListedSite, find: (text: string) => readonly ListedSite[]): string {
  return find(cleanText(name)).length === 1 ? name : id
}

function toCells(device: ExportedDevice): ExportedCells {
  return Object.fromEntries(DEVICE_TABLE_COLUMNS.map(({ heading, cell }) => [heading, cell(device)]))
}

function yesNo(flag: 0 | 1): string {
  return flag === 1 ? 'yes' : 'no'
}
