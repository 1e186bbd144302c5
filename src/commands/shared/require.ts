import { listKeys, listUsers, type StoredKey } from '../../auth/queries.ts'
import { findDevice, type PlacedDeviceRow } from '../../device/queries/devices.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { listSites } from '../../device/sites/queries.ts'
import { CommandError } from '../../lib/flow/command-error.ts'
import { findItems, listMenus, type PlacedItem } from '../../menu/queries.ts'
import { listRoutes } from '../../monitoring/alerts/queries.ts'
import { findExisting } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'

/* These functions check that what a command names exists. If it does not, the error says where to look. */

export async function requireUser(
  database: Database,
  id: string,
  hint = `add it with "signage users add ${id}"`,
): Promise<void> {
  const users = await listUsers(database)
  if (!users.some((user) => user.id === id)) throw new CommandError(`There is no user ${id}: ${hint}.`)
}

const KEY_ID = /^key_[0-9a-f]{1,16}$/

/** @returns the key with this id */
export async function requireKey(database: Database, id: string): Promise<StoredKey> {
  const keys = await listKeys(database)
  const found = keys.find((key) => key.id === id)
  if (found) return found
  // If a user passes a key instead of its id, the message must not repeat it: it could end up in a log.
  const which = KEY_ID.test(id) ? `There is no key with the id ${id}` : 'The id of a key begins with key_'
  throw new CommandError(`${which}: "signage keys list" shows all ids.`)
}

/** @returns the device with this id, in any spelling of a MAC address */
export async function requireDevice(database: Database, id: string): Promise<PlacedDeviceRow> {
  const row = await findDevice(database, canonicalDeviceId(id))
  if (row !== undefined) return row
  throw new CommandError(`There is no device ${id}: "signage devices list" shows all ids.`)
}

/** @returns a function that returns the one with an id. @param topic the command that lists them */
function requirer<Listed extends { readonly id: string }>(
  noun: string,
  topic: string,
  list: (database: Database) => Promise<Listed[]>,
) {
  return async (database: Database, id: string): Promise<Listed> => {
    const found = (await list(database)).find((listed) => listed.id === id)
    if (found !== undefined) return found
    throw new CommandError(`There is no ${noun} ${id}: "signage ${topic} list" shows all ids.`)
  }
}

export const requireSite = requirer('site', 'sites', listSites)
export const requireRoute = requirer('route', 'alerts', listRoutes)
export const requireMenu = requirer('menu', 'menus', listMenus)

export async function requireMenus(database: Database, ids: readonly string[]): Promise<void> {
  const existing = await findExisting(database, 'menus', ids)
  const missing = ids.filter((id) => !existing.has(id))
  if (missing.length === 0) return
  throw new CommandError(`There is no menu ${missing.join(', ')}: "signage menus list" shows all ids.`)
}

/**
 * @param menuId to look only there
 * @returns the item with this id or name, if there is only one
 */
export async function requireItem(
  database: Database,
  idOrName: string,
  menuId?: string,
): Promise<PlacedItem> {
  if (menuId !== undefined) await requireMenus(database, [menuId])
  const found = await findItems(database, idOrName, menuId)
  const [item, ...others] = found
  if (item === undefined) {
    throw new CommandError(
      `There is no item ${idOrName}: "signage menus show MENU --ids" lists the items of a menu.`,
    )
  }
  if (others.length === 0) return item
  const candidates = found.map(({ id, group, menu, menu_id }) => `${id} in ${menu_id} (${menu} > ${group})`)
  throw new CommandError(
    `Several items are called ${idOrName}, so use an id, or --menu with the id of a menu: ${candidates.join(', ')}.`,
  )
}
