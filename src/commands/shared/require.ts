import { listAlertRoutes } from '../../alerts/queries.ts'
import { listKeys, type StoredKey } from '../../auth/queries/keys.ts'
import { findUsersQuery, type User } from '../../auth/queries/users.ts'
import { findDevice } from '../../device/queries/devices.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { listSites } from '../../device/sites/queries.ts'
import { CommandError, notFoundError } from '../../lib/command-error.ts'
import { findItemInMenus, findMenus } from '../../menu/queries.ts'
import type { Database } from '../../storage/database.ts'
import { findExistingIds } from '../../storage/statements.ts'

/* Each function finds an object by the id in a command. The error for an unknown id names the command that lists all ids. */

const KEY_ID = /^key_[0-9a-f]{1,16}$/

export async function requireKey(database: Database, id: string): Promise<StoredKey> {
  const [found] = await listKeys(database, [id])
  if (found) return found
  // If a user passes a key instead of its id, the message must not repeat it: it could end up in a log.
  const which = KEY_ID.test(id) ? `There is no key with the id ${id}` : 'The id of a key begins with key_'
  throw new CommandError(`${which}: "signage keys list" shows all ids.`)
}

/** @param command the command whose `list` shows all ids @param find returns at least the objects with these ids */
function requireById<Listed extends { readonly id: string }>(
  noun: string,
  command: string,
  find: (database: Database, ids: readonly string[]) => Promise<Listed[]>,
) {
  return async (database: Database, id: string): Promise<Listed> => {
    const found = (await find(database, [id])).find((one) => one.id === id)
    if (found === undefined) throw notFoundError(noun, [id], command)
    return found
  }
}

export const requireUser = requireById('user', 'users', (database, ids) =>
  database.all<User>(findUsersQuery(ids)),
)
export const requireSite = requireById('site', 'sites', (database) => listSites(database))
export const requireAlertRoute = requireById('route', 'alerts', (database) => listAlertRoutes(database))
export const requireMenu = requireById('menu', 'menus', findMenus)

/** @param id any spelling of a MAC address, or another id */
export async function requireDevice(database: Database, id: string) {
  const found = await findDevice(database, canonicalDeviceId(id))
  if (found === undefined) throw notFoundError('device', [id], 'devices')
  return found
}

/** @throws {CommandError} if the id is taken */
export async function requireNewId(database: Database, table: string, noun: string, id: string, advice = '') {
  const existing = await findExistingIds(database, table, [id])
  if (existing.has(id)) throw new CommandError(`There is already a ${noun} ${id}${advice}.`)
}

export const requireMenus = requireAll('menu', 'menus')
export const requireDevices = requireAll('device', 'devices')

function requireAll(noun: string, table: string) {
  return async (database: Database, ids: readonly string[]): Promise<void> => {
    const existing = await findExistingIds(database, table, ids)
    const missing = ids.filter((id) => !existing.has(id))
    if (missing.length > 0) throw notFoundError(noun, missing, table)
  }
}

/** @param menuId limits the search to this menu @returns the item with this id, if there is only one */
export async function requireItem(database: Database, id: string, menuId?: string) {
  if (menuId !== undefined) await requireMenus(database, [menuId])
  const found = (await findItemInMenus(database, id)).filter(
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
