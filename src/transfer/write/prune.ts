import { allKeys, allUsers, deleteKeys, deleteUsers, type User } from '../../auth/admin-queries.ts'
import { allDeviceNames, deleteDevices } from '../../device/admin-queries.ts'
import { allMenus, deleteMenus } from '../../menu/admin-queries.ts'
import type { Database, Query } from '../../storage/database.ts'
import type { CheckedDocument } from '../check.ts'
import type { Section } from '../source.ts'
import type { Change, Kind } from './changes.ts'

/** Something in the database that an import file does not have. */
type Extra = Readonly<Record<'id' | 'name', string>>

/** What pruning deletes, by section. Sections that the import file does not have are empty. */
export type Extras = Readonly<Record<Section, readonly Extra[]>>

/** Rows come before the rows that they refer to. */
const SECTIONS = ['apiKeys', 'devices', 'menus', 'users'] as const
const KIND_OF: Readonly<Record<Section, Kind>> = {
  users: 'user',
  devices: 'device',
  menus: 'menu',
  apiKeys: 'key',
}
const LISTS: Readonly<Record<Section, Query>> = {
  users: allUsers,
  devices: allDeviceNames,
  menus: allMenus,
  apiKeys: allKeys,
}
const DELETE: Readonly<Record<Section, (ids: Iterable<string>) => Generator<Query>>> = {
  users: deleteUsers,
  devices: deleteDevices,
  menus: deleteMenus,
  apiKeys: deleteKeys,
}

/** Finds what the import file does not have, of the kinds that it has. */
export async function findExtras(database: Database, { sections, ids }: CheckedDocument): Promise<Extras> {
  const extrasOf = async (section: Section) => {
    if (!sections.has(section)) return []
    const rows = await database.all<User & { readonly hash?: string }>(LISTS[section].sql)
    return rows
      .filter(({ id, hash }) => !ids.members[section].has(hash ?? id))
      .map(({ id, name }) => ({ id, name }))
  }
  return {
    users: await extrasOf('users'),
    devices: await extrasOf('devices'),
    menus: await extrasOf('menus'),
    apiKeys: await extrasOf('apiKeys'),
  }
}

/** Statements that delete what an import file does not have. */
export function* deleteExtras(extras: Extras, onChange: (change: Change) => void): Generator<Query> {
  for (const section of SECTIONS) {
    for (const { id, name } of extras[section])
      onChange({ kind: KIND_OF[section], action: 'removed', id, name })
    yield* DELETE[section](extras[section].map(({ id }) => id))
  }
}
