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
import {
  type Access,
  type AccessRow,
  devicesAfterQuery,
  findAccessQuery,
  type PlacedDeviceRow,
} from '../device/queries/devices.ts'
import { toDevice } from '../device/repository.ts'
import { type SiteRow, sitesAfterQuery, toSite } from '../device/sites/queries.ts'
import { groupBy } from '../lib/flow/group-by.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import { type ExportedMenu, listExportedMenus, readTrees } from './export-menus.ts'
import { writeSection } from './write-import-file.ts'

export interface ExportOptions {
  /** The ids of the menus to export; nothing else is exported then. By default, everything is. */
  readonly menus?: readonly string[] | undefined
}

/**
 * Yields the whole content of a database as an import file, piece by piece. `importDocument` restores the same content
 * from it. The same content always yields the same text. It is that of one moment, however long the export takes.
 * @throws {CommandError} if a menu does not exist
 */
export async function* exportDocument(
  database: Database,
  { menus: ids }: ExportOptions = {},
): AsyncGenerator<string> {
  const snapshot = await database.openSnapshot()
  try {
    const menus = await listExportedMenus(snapshot, ids)
    yield '{'
    if (ids === undefined) {
      yield* writeSection('users', await snapshot.all<User>(allUsersQuery))
      yield ','
      yield* writeSection('sites', readSites(snapshot))
      yield ','
      yield* writeSection('devices', readDevices(snapshot))
      yield ','
    }
    yield* writeSection('menus', mapped(readTrees(snapshot, menus), toMenuMember))
    if (ids === undefined) {
      yield ','
      yield* writeSection('apiKeys', mapped(await readKeys(snapshot), toKeyMember))
    }
    yield '\n}\n'
  } finally {
    await snapshot.close()
  }
}

async function* mapped<Row, Member>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  toMember: (row: Row) => Member,
): AsyncGenerator<Member> {
  for await (const row of rows) yield toMember(row)
}

async function* readSites(snapshot: Snapshot) {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows: readonly SiteRow[] = await snapshot.all<SiteRow>(sitesAfterQuery(last))
    for (const row of rows) yield toSite(row)
    last = rows.at(-1)?.id
  }
}

async function* readDevices(snapshot: Snapshot) {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows: readonly PlacedDeviceRow[] = await snapshot.all<PlacedDeviceRow>(devicesAfterQuery(last))
    const accessRows = await snapshot.all<AccessRow>(findAccessQuery(rows.map(({ id }) => id)))
    const access = groupBy(accessRows, ({ device_id }) => device_id)
    for (const row of rows) yield toDeviceMember(row, access.get(row.id) ?? [])
    last = rows.at(-1)?.id
  }
}

async function readKeys(snapshot: Snapshot) {
  const rows = await snapshot.all<StoredKeyRow>(allKeysQuery)
  return toStoredKeys(rows, await snapshot.all<GrantRow>(allGrantsQuery))
}

function toDeviceMember(row: PlacedDeviceRow, access: readonly Access[]) {
  const { is_online, ...fields } = toDevice(row, 0)
  return { ...fields, site: row.site, access: access.map(({ user, level }) => ({ user, level })) }
}

function toMenuMember({ row, groups }: ExportedMenu) {
  const { id, name, location_name, restaurant_name } = row
  const hasLocation = location_name !== null || restaurant_name !== null
  const location = hasLocation ? { name: location_name, restaurantName: restaurant_name } : null
  return { id, name, location, groups }
}

function toKeyMember({ hash, prefix, name, user, scopes, menus, expiresAt, revokedAt }: StoredKey) {
  const revocation = revokedAt === null ? {} : { revokedAt }
  return { keyHash: hash, keyPrefix: prefix, name, user, scopes, menus, expiresAt, ...revocation }
}
