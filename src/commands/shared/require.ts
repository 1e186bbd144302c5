import { listAlertRoutes } from '../../alerts/queries.ts'
import { listKeys, listUsers, type StoredKey } from '../../auth/queries.ts'
import { findDevice } from '../../device/queries/devices.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { listSites } from '../../device/sites/queries.ts'
import { CommandError, noSuch } from '../../lib/command-error.ts'
import { findItems, listMenus } from '../../menu/queries.ts'
import { findExisting } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'

/* These functions find the object that a command names. If it does not exist, the error names the command that lists all. */

const KEY_ID = /^key_[0-9a-f]{1,16}$/

export async function requireKey(database: Database, id: string): Promise<StoredKey> {
  const found = await findInList(listKeys)(database, id)
  if (found) return found
  // If a user passes a key instead of its id, the message must not repeat it: it could end up in a log.
  const which = KEY_ID.test(id) ? `There is no key with the id ${id}` : 'The id of a key begins with key_'
  throw new CommandError(`${which}: "signage keys list" shows all ids.`)
}

/** @param topic the command that lists all */
function requireById<Found>(
  noun: string,
  topic: string,
  find: (database: Database, id: string) => Promise<Found | undefined>,
) {
  return async (database: Database, id: string): Promise<Found> => {
    const found = await find(database, id)
    if (found === undefined) throw noSuch(noun, [id], topic)
    return found
  }
}

function findInList<Listed extends { readonly id: string }>(list: (database: Database) => Promise<Listed[]>) {
  return async (database: Database, id: string) => (await list(database)).find((listed) => listed.id === id)
}

export const requireUser = requireById('user', 'users', findInList(listUsers))
export const requireSite = requireById('site', 'sites', findInList(listSites))
export const requireAlertRoute = requireById('route', 'alerts', findInList(listAlertRoutes))
export const requireMenu = requireById('menu', 'menus', findInList(listMenus))
/** Takes any spelling of a MAC address. */
export const requireDevice = requireById('device', 'devices', (database, id) =>
  findDevice(database, canonicalDeviceId(id)),
)

export async function requireMenus(database: Database, ids: readonly string[]): Promise<void> {
  const existing = await findExisting(database, 'menus', ids)
  const missing = ids.filter((id) => !existing.has(id))
  if (missing.length > 0) throw noSuch('menu', missing, 'menus')
}

/** @param menuId limits the search to this menu @returns the item with this id, if there is only one */
export async function requireItem(database: Database, id: string, menuId?: string) {
  if (menuId !== undefined) await requireMenus(database, [menuId])
  const found = (await findItems(database, id)).filter(
    ({ menu_id }) => menuId === undefined || menu_id === menuId,
  )
  const [item, ...others] = found
  if (item === undefined)
    throw new CommandError(
      `There is no item ${id}: "signage menus show MENU --ids" lists the items of a menu.`,
    )
  if (others.length === 0) return item
  const menus = found.map(({ menu_id }) => menu_id)
  throw new CommandError(
    `Several menus have the item ${id}: name one of them with --menu (${menus.join(', ')}).`,
  )
}
