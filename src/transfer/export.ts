import {
  allGrants,
  allKeys,
  allUsers,
  type GrantRow,
  type StoredKey,
  type StoredKeyRow,
  toStoredKeys,
  type User,
} from '../auth/admin-queries.ts'
import { type Access, type AccessRow, allAccess, allDevices } from '../device/admin-queries.ts'
import type { DeviceRow } from '../device/repository.ts'
import { groupBy } from '../group-by.ts'
import { allGroups, allItems, allMenus } from '../menu/admin-queries.ts'
import type { MenuRow } from '../menu/repository.ts'
import type { Group } from '../menu/schema.ts'
import { buildTrees, type GroupNode, type ItemNode } from '../menu/tree.ts'
import type { Database } from '../storage/database.ts'
import { writePart } from './write-text.ts'

const EVERYTHING = [allUsers, allDevices, allAccess, allMenus, allGroups, allItems, allKeys, allGrants]
type Rows = [User[], DeviceRow[], AccessRow[], MenuRow[], GroupNode[], ItemNode[], StoredKeyRow[], GrantRow[]]

/**
 * Yields the whole content of a database as an import file, chunk by chunk. `importDocument` restores the
 * same content from it. The same content always yields the same text.
 */
export async function* exportDocument(database: Database): AsyncGenerator<string> {
  const [users, devices, accessRows, menus, groups, items, keys, grants] =
    await database.snapshot<Rows>(EVERYTHING)
  const access = groupBy(accessRows, ({ device_id }) => device_id)
  const trees = buildTrees(groups, items)

  yield '{'
  yield* writePart('users', users)
  yield ','
  yield* writePart(
    'devices',
    mapped(devices, (row) => toDocumentDevice(row, access.get(row.id) ?? [])),
  )
  yield ','
  yield* writePart(
    'menus',
    mapped(menus, (row) => toDocumentMenu(row, trees.get(row.id) ?? [])),
  )
  yield ','
  yield* writePart('apiKeys', mapped(toStoredKeys(keys, grants), toDocumentKey))
  yield '\n}\n'
}

/** Converts rows one by one, so that only one is in memory twice. */
function* mapped<Row, Member>(rows: Iterable<Row>, toMember: (row: Row) => Member): Generator<Member> {
  for (const row of rows) yield toMember(row)
}

function toDocumentDevice(row: DeviceRow, access: readonly Access[]) {
  return {
    ...row,
    offline_startup: row.offline_startup === 1,
    open_dev_tools: row.open_dev_tools === 1,
    access: access.map(({ user, level }) => ({ user, level })),
  }
}

function toDocumentMenu({ id, name, location_name, restaurant_name }: MenuRow, groups: readonly Group[]) {
  const hasLocation = location_name !== null || restaurant_name !== null
  const location = hasLocation ? { name: location_name, restaurantName: restaurant_name } : null
  return { id, name, location, groups }
}

function toDocumentKey({ hash, prefix, name, user, scopes, menus, expiresAt, revokedAt }: StoredKey) {
  const revocation = revokedAt === null ? {} : { revokedAt }
  return { keyHash: hash, keyPrefix: prefix, name, user, scopes, menus, expiresAt, ...revocation }
}
