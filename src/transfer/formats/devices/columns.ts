import { DEVICE_FIELDS } from '../../../device/schema.ts'
import { storedNames } from '../../../lib/fields.ts'
import type { FormatOption } from '../format.ts'
import { normalizeHeading } from '../table/columns.ts'

export const DEVICE_OPTIONS = ['column', 'withoutSheet', 'withHidden'] as const satisfies FormatOption[]

const FIELDS = storedNames(DEVICE_FIELDS)
export type DeviceRole = (typeof FIELDS)[number] | 'site' | 'access'
/** What a column of a list of devices may be. */
export const DEVICE_ROLES: readonly DeviceRole[] = [...FIELDS, 'site', 'access']

/** What owners call the columns, besides the names of the fields. */
const SPELLINGS: Readonly<Partial<Record<DeviceRole, string>>> = {
  id: 'mac, mac address, mac id, mac adresse, adresse mac, dirección mac, indirizzo mac, device id, screen id, player id, display id, geräte id',
  name: 'screen, screen name, device, device name, display, display name, player, player name, tv, gerät, gerätename, bildschirm, écran, pantalla, schermo, nom, nombre, nome, bezeichnung',
  timezone: 'time zone, tz, iana time zone, zeitzone, fuseau horaire, zona horaria, fuso orario, tijdzone',
  screen_resolution: 'resolution, auflösung, résolution, resolución, risoluzione, resolutie',
  screen_orientation: 'orientation, ausrichtung, orientación, orientamento, oriëntatie',
  site: 'site name, site id, location, location name, restaurant, restaurant name, store, store name, shop, branch, venue, outlet, standort, filiale, betrieb, magasin, tienda, negozio, vestiging',
  access: 'users, user, user access, benutzer, nutzer, utilisateurs, usuarios, utenti, gebruikers',
}
/** What headings say that a column is, by their normalized spellings. */
export const DEVICE_ROLE_BY_SPELLING: ReadonlyMap<string, DeviceRole> = new Map(
  DEVICE_ROLES.flatMap((role) => {
    const words = SPELLINGS[role]?.split(', ') ?? []
    return [role, ...words].map((word): [string, DeviceRole] => [normalizeHeading(word), role])
  }),
)

/** What a column with this heading is; undefined if the heading does not say so. */
export function roleOfDeviceHeading(heading: string): DeviceRole | undefined {
  return DEVICE_ROLE_BY_SPELLING.get(normalizeHeading(heading))
}

/** Whether a row has headings of the id, and of something else. */
export function areDeviceHeadings(cells: readonly string[]): boolean {
  const roles = new Set(cells.map(roleOfDeviceHeading).filter((role) => role !== undefined))
  return roles.size > 1
}
