import type { Access, PlacedDeviceRow } from '../../device/queries/devices.ts'
import { allListedSitesQuery, type ListedSite } from '../../device/sites/queries.ts'
import type { Snapshot } from '../../storage/database.ts'
import { devicePages } from '../export-pages.ts'
import { siteFinder } from '../formats/devices/sites.ts'
import { writeAccess } from '../formats/devices/values.ts'
import { cleanText } from '../formats/mapping/text.ts'
import type { ExportedCells, ExportedColumn } from './table.ts'

/** What people edit. The times of a device change by themselves: read again later, old ones would take its heartbeats away. */
export const DEVICE_LIST_COLUMNS: readonly ExportedColumn[] = [
  { heading: 'name', width: 28 },
  { heading: 'id', width: 20 },
  { heading: 'site', width: 24 },
  { heading: 'time zone', width: 22 },
  { heading: 'resolution', width: 12 },
  { heading: 'orientation', width: 12 },
  { heading: 'users', width: 28 },
  { heading: 'offline startup', width: 14 },
  { heading: 'offline startup delay minutes', width: 14 },
  { heading: 'open dev tools', width: 14 },
]

/** Yields the rows of all devices in parts, by their ids. */
export async function* deviceRows(snapshot: Snapshot): AsyncGenerator<readonly ExportedCells[]> {
  const sites = await snapshot.all<ListedSite>(allListedSitesQuery)
  const find = siteFinder(sites)
  const names = new Map(sites.map((site) => [site.id, nameOf(site, find)]))
  for await (const devices of devicePages(snapshot))
    yield devices.map(({ row, access }) => toCells(row, names.get(row.site ?? '') ?? '-', access))
}

/** The name of a site, or its id if an import could not tell it by the name. */
function nameOf({ id, name }: ListedSite, find: (text: string) => readonly ListedSite[]): string {
  return find(cleanText(name)).length === 1 ? name : id
}

function toCells(row: PlacedDeviceRow, site: string, access: readonly Access[]): ExportedCells {
  return {
    name: row.name,
    id: row.id,
    site,
    'time zone': row.timezone,
    resolution: row.screen_resolution,
    orientation: row.screen_orientation,
    users: writeAccess(access),
    'offline startup': yesNo(row.offline_startup),
    'offline startup delay minutes': row.offline_startup_delay_minutes,
    'open dev tools': yesNo(row.open_dev_tools),
  }
}

function yesNo(flag: 0 | 1): string {
  return flag === 1 ? 'yes' : 'no'
}
