import { DocumentError } from '../../errors.ts'
import { type ColumnRole, normalizeHeading } from './columns.ts'
import { readPriceHeading } from './price-headings.ts'
import type { Sheet } from './refusals.ts'

/** What only lists of devices have. */
const OF_DEVICES: ReadonlySet<string> = new Set(
  'mac|mac address|mac adresse|device|device id|device name|screen|screen id|site|site id|time zone|timezone|resolution|orientation|serial|serial number|hostname|ip|ip address|gerät|geräte id|bildschirm|zeitzone|auflösung|ausrichtung'.split(
    '|',
  ),
)
/** What only menus have. */
const OF_MENUS: readonly ColumnRole[] = [
  'group',
  'subcategory',
  'size',
  'price',
  'calories',
  'allergens',
  'diets',
  'in stock',
  'sold out',
]

/** @throws {DocumentError} if a sheet has headings of devices, and none of a menu */
export function refuseDevices({ place, headings }: Sheet, at: ReadonlyMap<ColumnRole, number>): void {
  const names = [...headings.values()]
  const isMenu =
    OF_MENUS.some((role) => at.has(role)) || names.some((name) => readPriceHeading(name) !== undefined)
  if (isMenu || !names.some((name) => OF_DEVICES.has(normalizeHeading(name)))) return
  throw new DocumentError(`${place}: is a list of devices and no menu: import it with --as devices`)
}
