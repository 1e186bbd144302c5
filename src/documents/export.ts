import {
  allGrantsQuery,
  allKeysQuery,
  allUsersQuery,
  type GrantRow,
  type StoredKey,
  type StoredKeyRow,
  toStoredKeys,
  type User,
} from '../auth/queries.ts'
import { toDevice } from '../device/repository.ts'
import { type SiteRow, sitesAfterQuery, toSite } from '../device/sites/queries.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import { pagesOf } from '../storage/read-pages.ts'
import { fromSnapshot } from '../storage/snapshot.ts'
import { type ExportedMenu, listExportedMenus, readTrees } from './export-menus.ts'
import { devicePages, type ExportedDevice } from './export-pages.ts'
import { writeSection } from './write-import-file.ts'

export interface ExportOptions {
  /** The ids of the menus to export; nothing else is exported then. By default, everything is. */
  readonly menus?: readonly string[] | undefined
}

/**
 * Yields the whole content of a database as an import file, piece by piece, from one snapshot. `importDocument` restores the
 * same content from it. The same content always yields the same text.
 * @throws {CommandError} if a menu does not exist
 */
export async function* exportDocument(
  database: Database,
  { menus: ids }: ExportOptions = {},
): AsyncGenerator<string> {
  yield* fromSnapshot(database, (snapshot) => contentOf(snapshot, ids))
}

async function* contentOf(snapshot: Snapshot, ids: readonly string[] | undefined): AsyncGenerator<string> {
  const menus = await listExportedMenus(snapshot, ids)
  yield '{'
  if (ids === undefined) {
    yield* writeSection('users', await snapshot.all<User>(allUsersQuery))
    yield ','
    const sites = pagesOf<SiteRow>((last) => snapshot.all(sitesAfterQuery(last?.id ?? '')))
    yield* writeSection('sites', mapped(sites, toSite))
    yield ','
    yield* writeSection('devices', mapped(devicePages(snapshot), toDeviceMember))
    yield ','
  }
  yield* writeSection('menus', readMenus(snapshot, menus))
  if (ids === undefined) {
    yield ','
    yield* writeSection('apiKeys', (await readKeys(snapshot)).map(toKeyMember))
  }
  yield '\n}\n'
}

async function* mapped<Row, Member>(
  pages: AsyncIterable<readonly Row[]>,
  toMember: (row: Row) => Member,
): AsyncGenerator<Member> {
  for await (const rows of pages) yield* rows.map(toMember)
}

async function* readMenus(snapshot: Snapshot, menus: readonly MenuRow[]) {
  for await (const menu of readTrees(snapshot, menus)) yield toMenuMember(menu)
}

async function readKeys(snapshot: Snapshot) {
  const rows = await snapshot.all<StoredKeyRow>(allKeysQuery)
  return toStoredKeys(rows, await snapshot.all<GrantRow>(allGrantsQuery))
}

function toDeviceMember({ row, access }: ExportedDevice) {
  const { is_online, ...fields } = toDevice(row, 0)
  return { ...fields, site: row.site, access: access.map(({ user, level }) => ({ user, level })) }
}

function toMenuMember({ row, groups }: ExportedMenu) {
  const { id, name, location_name, restaurant_name } = row
  const hasLocation = location_name !== null || restaurant_name !== null
  const location = hasLocation ? { name: location_name, restaurantName: restaurant_name } : null
  return { id, name, location, groups }
}

function toKeyMember({ revokedAt, createdBy, ...key }: StoredKey) {
  const { hash: keyHash, prefix: keyPrefix, name, user, scopes, menus, expiresAt } = key
  const ends = { ...(revokedAt !== null && { revokedAt }), ...(createdBy !== null && { createdBy }) }
  return { keyHash, keyPrefix, name, user, scopes, menus, expiresAt, ...ends }
}
