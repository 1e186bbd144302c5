import { listKeys } from '../auth/queries/keys.ts'
import { listUsers } from '../auth/queries/users.ts'
import {
  type AccessRow,
  type DeviceAccess,
  type DeviceRowWithSite,
  devicesAfterQuery,
  findAccessQuery,
} from '../device/queries/devices.ts'
import { toDevice } from '../device/repository.ts'
import { type SiteRow, sitesAfterQuery, withParsedHours } from '../device/sites/queries.ts'
import { groupBy } from '../lib/group-by.ts'
import { toMenu } from '../menu/list-responses.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import type { Database, Snapshot } from '../storage/database.ts'
import { pagesOf } from '../storage/read-pages.ts'
import { fromSnapshot } from '../storage/snapshot.ts'
import { type ExportedMenu, listExportedMenus, readExportedMenus } from './export-menus.ts'
import type { Section } from './source.ts'

export interface ExportOptions {
  /** The ids of the menus to export, without anything else. By default, everything is exported. */
  readonly menus?: readonly string[] | undefined
}

/**
 * Yields all users, sites, devices, menus and keys of a database as an import file, piece by piece, from one snapshot.
 * `importDocument` restores the same members from it. The same members always yield the same text.
 * @throws {CommandError} if a menu does not exist
 */
export async function* exportDocument(
  database: Database,
  { menus: ids }: ExportOptions = {},
): AsyncGenerator<string> {
  yield* fromSnapshot(database, (snapshot) => contentOf(snapshot, ids))
}

async function* contentOf(snapshot: Snapshot, ids: readonly string[] | undefined): AsyncGenerator<string> {
  const menus = readMenus(snapshot, await listExportedMenus(snapshot, ids))
  const sections = ids === undefined ? await readSections(snapshot, menus) : { menus }
  let separator = '{'
  for (const [name, members] of Object.entries(sections)) {
    yield `${separator}\n  "${name}": [`
    yield* jsonOfMembers(members)
    separator = ','
  }
  yield '\n}\n'
}

async function readSections(snapshot: Snapshot, menus: AsyncIterable<unknown>) {
  return {
    users: await listUsers(snapshot),
    sites: readSites(snapshot),
    devices: readDevices(snapshot),
    menus,
    apiKeys: (await listKeys(snapshot)).map(toKeyMember),
  } satisfies Record<Section, unknown>
}

async function* readSites(snapshot: Snapshot) {
  const pages = pagesOf<SiteRow>((last) => snapshot.all(sitesAfterQuery(last?.id ?? '')))
  for await (const rows of pages) yield* rows.map(withParsedHours)
}

async function* readDevices(snapshot: Snapshot) {
  const pages = pagesOf<DeviceRowWithSite>((last) => snapshot.all(devicesAfterQuery(last?.id ?? '')))
  for await (const rows of pages) {
    const accessRows = await snapshot.all<AccessRow>(findAccessQuery(rows.map(({ id }) => id)))
    const access = groupBy(accessRows, ({ device_id }) => device_id)
    yield* rows.map((row) => toDeviceMember(row, access.get(row.id) ?? []))
  }
}

async function* readMenus(snapshot: Snapshot, menus: readonly MenuRow[]) {
  for await (const menu of readExportedMenus(snapshot, menus)) yield toMenuMember(menu)
}

function toDeviceMember(row: DeviceRowWithSite, access: readonly DeviceAccess[]) {
  const { is_online, ...fields } = toDevice(row, 0)
  return { ...fields, site: row.site, access: access.map(({ user, level }) => ({ user, level })) }
}

function toMenuMember({ row, groups }: ExportedMenu) {
  const { locations, ...fields } = toMenu(row)
  const hasLocation = locations.name !== null || locations.restaurantName !== null
  return { ...fields, location: hasLocation ? locations : null, groups }
}

function toKeyMember({ id, revokedAt, createdBy, ...key }: Awaited<ReturnType<typeof listKeys>>[number]) {
  const { hash: keyHash, prefix: keyPrefix, name, user, scopes, menus, ...fields } = key
  const ends = { ...(revokedAt !== null && { revokedAt }), ...(createdBy !== null && { createdBy }) }
  return { keyHash, keyPrefix, name, user, scopes, menus, ...fields, ...ends }
}

/** Yields the rest of a list. */
async function* jsonOfMembers(members: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const member of members) {
    yield separator + indent(JSON.stringify(member, withoutMetadata, 2))
    separator = ',\n'
  }
  yield separator === '\n' ? ']' : '\n  ]'
}

function indent(json: string): string {
  // Not /^/gm: in a regular expression, U+2028 inside a text also begins a line.
  return `    ${json.replaceAll('\n', '\n    ')}`
}

/** Leaves out the totals of groups and items, which can be computed from the tree. */
function withoutMetadata(key: string, value: unknown): unknown {
  return key === 'metadata' ? undefined : value
}
