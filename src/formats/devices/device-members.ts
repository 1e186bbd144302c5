import { type DeviceRowWithSite, findDevicesQuery } from '../../device/queries/devices.ts'
import { listSites } from '../../device/sites/queries.ts'
import { showValue } from '../../documents/import-error.ts'
import { fromNames } from '../../lib/records.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import type { Database } from '../../storage/database.ts'
import { findExistingIds } from '../../storage/statements.ts'
import { readYesNoCell } from '../sheets/yes-no-cells.ts'
import { DEVICE_ROLES, type DeviceTableRow } from './device-columns.ts'
import { createDeviceSites, type DeviceSites, type FoundSite } from './device-sites.ts'
import { readAccess, readDelay, readDeviceId, readResolution, readText, readZone } from './device-values.ts'

/** Makes members of an import file, which change only the fields in the table. Errors in the rows are reported. */
export async function toMembers(rows: readonly DeviceTableRow[], database: Database) {
  const ids = readIds(rows)
  await refuseUnknownUsers(database, rows)
  const known = [...ids.values()].filter((id) => id !== undefined)
  const existing = await database.all<DeviceRowWithSite>(findDevicesQuery(known))
  const stored = new Map(existing.map((row) => [row.id, row]))
  const sites = createDeviceSites(await listSites(database))
  const devices = [...ids].map(([row, id]) => toMember(row, id, stored.get(id ?? ''), sites))
  return { sites: sites.newSites(), devices }
}

/** The ids of the devices in the order of the rows. Two rows of one device are an error. */
function readIds(rows: readonly DeviceTableRow[]): ReadonlyMap<DeviceTableRow, string | undefined> {
  const firstRows = new Map<string, DeviceTableRow>()
  const ids = rows.map((row): [DeviceTableRow, string | undefined] => {
    const id = readDeviceId(row)
    if (id === undefined) return [row, id]
    const first = firstRows.get(id)
    if (first === undefined) firstRows.set(id, row)
    else row.refuse('id', `must be given once, but ${first.placeOf('id')} is the same device: delete one`)
    return [row, first === undefined ? id : undefined]
  })
  return new Map(ids)
}

/** Users are not created, because a misspelled name would become one. */
async function refuseUnknownUsers(database: Database, rows: readonly DeviceTableRow[]): Promise<void> {
  const named = rows.flatMap((row) => readAccess(row).map(({ user }) => ({ user, row })))
  const existing = await findExistingIds(database, 'users', new Set(named.map(({ user }) => user)))
  for (const { user: id, row } of named)
    if (!existing.has(id))
      row.refuse('access', `must be users that exist, got ${showValue(id)}: add them with signage users add`)
}

/** An empty cell could mean no site, or that of the row above, so it is an error unless the device is stored without a site. */
function readSite(
  row: DeviceTableRow,
  stored: DeviceRowWithSite | undefined,
  timezone: string | undefined,
  sites: DeviceSites,
): FoundSite | null | undefined {
  if (!row.has('site')) return undefined
  if (row.text('site') !== '') return sites.findOrAdd(row, timezone ?? stored?.timezone)
  if (stored?.site !== null)
    row.refuse('site', 'must not be empty: write the site in each row, or - for no site')
  return null
}

/** The fields of a device in the table. An existing device keeps its other fields, and a new one gets defaults. */
function toMember(
  row: DeviceTableRow,
  id: string | undefined,
  stored: DeviceRowWithSite | undefined,
  sites: DeviceSites,
): object {
  const zone = readZone(row, stored?.timezone)
  const site = readSite(row, stored, zone, sites)
  const repeatsStoredSite = stored !== undefined && stored.site === site?.id && stored.timezone === zone
  if (site && zone !== undefined && zone !== site.timezone && !repeatsStoredSite)
    row.refuse(
      'timezone',
      `must be one time zone for the site ${shorten(site.name)}, which has ${site.timezone}, got ${showValue(zone)}`,
    )
  const name = readText(row, 'name', stored?.name) ?? stored?.name
  const timezone = zone ?? stored?.timezone ?? site?.timezone
  if (name === undefined && id !== undefined)
    row.refuse('name', 'must be the name of the device, which is new: fill it in')
  if (timezone === undefined && id !== undefined && row.text('timezone') === '' && site === null)
    row.refuse('timezone', 'must be an IANA time zone such as Europe/Paris for a new device: fill it in')
  const read = {
    id,
    keepsLeftOut: true,
    name,
    timezone,
    site: site === undefined ? undefined : (site?.id ?? null),
    access: row.has('access') ? readAccess(row) : undefined,
    screen_resolution: readResolution(row, stored?.screen_resolution),
    screen_orientation: readText(row, 'screen_orientation', stored?.screen_orientation)?.toLowerCase(),
    offline_startup: readYesNoCell(row, 'offline_startup'),
    offline_startup_delay_minutes: readDelay(row),
    open_dev_tools: readYesNoCell(row, 'open_dev_tools'),
  }
  // All other roles are read as texts. If a field is no text, the check of the member reports it.
  const texts = DEVICE_ROLES.filter((role) => !(role in read))
  return { ...read, ...fromNames(texts, (role) => readText(row, role)) }
}
