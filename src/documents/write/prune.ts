import { allKeysQuery, allUsersQuery, type User } from '../../auth/queries.ts'
import { allDeviceNamesQuery } from '../../device/queries/devices.ts'
import { allSiteNamesQuery } from '../../device/sites/queries.ts'
import { recordOf } from '../../lib/fields.ts'
import { allMenusQuery } from '../../menu/queries.ts'
import type { Origin } from '../../menu/write/change-log.ts'
import { removeMenus } from '../../menu/write/write-menus.ts'
import { deleteRows } from '../../storage/chunks.ts'
import type { Database, Query, Statement } from '../../storage/database.ts'
import type { CheckedImport } from '../check-import.ts'
import { SECTIONS, type Section } from '../source.ts'
import type { ImportDifference, Kind } from './import-differences.ts'

/** Something in the database that an import file does not have. */
type Extra = Readonly<Record<'id' | 'name', string>>

/** The rows that pruning deletes, by section. Sections that the import file does not have are empty. */
export type Extras = Readonly<Record<Section, readonly Extra[]>>

/** Rows come before the rows that they refer to. */
const DELETED = ['apiKeys', 'devices', 'sites', 'menus', 'users'] as const
const fromTable = (table: Parameters<typeof deleteRows>[0]) => (extras: readonly Extra[]) =>
  deleteRows(
    table,
    extras.map(({ id }) => id),
  )

interface Prunable {
  readonly kind: Kind
  /** The query that lists all of them. */
  readonly all: Query
  readonly remove: (extras: readonly Extra[], origin: Origin) => Generator<Statement>
}

const PRUNABLE: Readonly<Record<Section, Prunable>> = {
  users: { kind: 'user', all: allUsersQuery, remove: fromTable('users') },
  sites: { kind: 'site', all: allSiteNamesQuery, remove: fromTable('sites') },
  devices: { kind: 'device', all: allDeviceNamesQuery, remove: fromTable('devices') },
  menus: { kind: 'menu', all: allMenusQuery, remove: removeMenus },
  apiKeys: { kind: 'key', all: allKeysQuery, remove: fromTable('api_keys') },
}

/** Finds the rows that the import file does not have, in the sections that it has. */
export async function findExtras(database: Database, { sections, ids }: CheckedImport): Promise<Extras> {
  const extrasOf = async (section: Section) => {
    if (!sections.has(section)) return []
    const rows = await database.all<User & { readonly hash?: string }>(PRUNABLE[section].all)
    return rows
      .filter(({ id, hash }) => !ids.members[section].has(hash ?? id))
      .map(({ id, name }) => ({ id, name }))
  }
  const extras: Record<Section, readonly Extra[]> = recordOf(SECTIONS, () => [])
  for (const section of SECTIONS) extras[section] = await extrasOf(section)
  return extras
}

/** Statements that delete the rows that an import file does not have. */
export function* deleteExtras(
  extras: Extras,
  origin: Origin,
  onDifference: (difference: ImportDifference) => void,
): Generator<Statement> {
  for (const section of DELETED) {
    const { kind, remove } = PRUNABLE[section]
    for (const extra of extras[section]) onDifference({ kind, action: 'removed', ...extra })
    yield* remove(extras[section], origin)
  }
}
