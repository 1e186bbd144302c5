import { allKeysQuery, allUsersQuery, deleteKeys, deleteUsers, type User } from '../../auth/queries.ts'
import { allDeviceNamesQuery, deleteDevices } from '../../device/queries/devices.ts'
import { allSiteNamesQuery, deleteSites } from '../../device/sites/queries.ts'
import { allMenusQuery } from '../../menu/queries.ts'
import type { Origin } from '../../menu/write/change-log.ts'
import { removeMenus } from '../../menu/write/write-menus.ts'
import type { Database, Query, Statement } from '../../storage/database.ts'
import type { CheckedImport } from '../check.ts'
import type { Section } from '../source.ts'
import type { ImportDifference, Kind } from './differences.ts'

/** Something in the database that an import file does not have. */
type Extra = Readonly<Record<'id' | 'name', string>>

/** What pruning deletes, by section. Sections that the import file does not have are empty. */
export type Extras = Readonly<Record<Section, readonly Extra[]>>

/** Rows come before the rows that they refer to. */
const SECTIONS = ['apiKeys', 'devices', 'sites', 'menus', 'users'] as const
const KIND_OF: Readonly<Record<Section, Kind>> = {
  users: 'user',
  sites: 'site',
  devices: 'device',
  menus: 'menu',
  apiKeys: 'key',
}
const LISTS: Readonly<Record<Section, Query>> = {
  users: allUsersQuery,
  sites: allSiteNamesQuery,
  devices: allDeviceNamesQuery,
  menus: allMenusQuery,
  apiKeys: allKeysQuery,
}
const idsOf = (extras: readonly Extra[]) => extras.map(({ id }) => id)
const DELETE: Readonly<Record<Section, (extras: readonly Extra[], origin: Origin) => Generator<Statement>>> =
  {
    users: (extras) => deleteUsers(idsOf(extras)),
    sites: (extras) => deleteSites(idsOf(extras)),
    devices: (extras) => deleteDevices(idsOf(extras)),
    menus: removeMenus,
    apiKeys: (extras) => deleteKeys(idsOf(extras)),
  }

/** Finds what the import file does not have, of the kinds that it has. */
export async function findExtras(database: Database, { sections, ids }: CheckedImport): Promise<Extras> {
  const extrasOf = async (section: Section) => {
    if (!sections.has(section)) return []
    const rows = await database.all<User & { readonly hash?: string }>(LISTS[section].sql)
    return rows
      .filter(({ id, hash }) => !ids.members[section].has(hash ?? id))
      .map(({ id, name }) => ({ id, name }))
  }
  return {
    users: await extrasOf('users'),
    sites: await extrasOf('sites'),
    devices: await extrasOf('devices'),
    menus: await extrasOf('menus'),
    apiKeys: await extrasOf('apiKeys'),
  }
}

/** Statements that delete what an import file does not have. */
export function* deleteExtras(
  extras: Extras,
  origin: Origin,
  onDifference: (difference: ImportDifference) => void,
): Generator<Statement> {
  for (const section of SECTIONS) {
    for (const extra of extras[section]) onDifference({ kind: KIND_OF[section], action: 'removed', ...extra })
    yield* DELETE[section](extras[section], origin)
  }
}
