import { DocumentError } from '../../errors.ts'
import { type ColumnRole, normalizeHeading, roleOfHeading } from './columns.ts'
import { readPriceHeading } from './price-headings.ts'
import type { Sheet } from './refusals.ts'

/** What only devices have. */
const OF_DEVICES = words(
  'mac|mac address|mac adresse|adresse mac|time zone|timezone|resolution|screen resolution|orientation|screen orientation|serial|serial number|hostname|ip|ip address|geräte id|zeitzone|auflösung|ausrichtung|device id|screen id|player id',
)
/** What devices have, and menus hardly. */
const RATHER_OF_DEVICES = words('device|device name|screen|screen name|site|site id|gerät|bildschirm')
/** What only menus have. */
const OF_MENUS: readonly ColumnRole[] = ['price', 'calories', 'allergens', 'diets', 'in stock', 'sold out']
/** What menus have, and devices may have: a screen has a size. */
const RATHER_OF_MENUS: readonly ColumnRole[] = ['group', 'subcategory', 'size']

/** @throws {DocumentError} if a sheet has headings of devices, and none of a menu */
export function refuseDevices({ place, headings }: Sheet): void {
  if (isOfDevices([...headings.values()]))
    throw new DocumentError(`${place}: is a list of devices and no menu: import it with --as devices`)
}

function isOfDevices(headings: readonly string[]): boolean {
  if (has(headings, OF_MENUS)) return false
  const names = headings.map(normalizeHeading)
  if (names.some((name) => OF_DEVICES.has(name))) return true
  return !has(headings, RATHER_OF_MENUS) && names.some((name) => RATHER_OF_DEVICES.has(name))
}

/** Whether a table with these headings is a menu, and no list of devices. */
export function isMenu(headings: readonly string[]): boolean {
  const names = headings.map(normalizeHeading)
  if (names.some((name) => OF_DEVICES.has(name))) return false
  return has(headings, OF_MENUS) || (has(headings, ['menu', 'group', 'subcategory']) && !names.includes('id'))
}

function has(headings: readonly string[], roles: readonly ColumnRole[]): boolean {
  return headings.some((heading) => {
    const role = roleOfHeading(heading)
    const isPrice = roles.includes('price') && readPriceHeading(heading) !== undefined
    return isPrice || (role !== undefined && roles.includes(role))
  })
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split('|'))
}
