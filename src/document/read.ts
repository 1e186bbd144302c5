import { putKey, putUser, type StoredKey } from '../auth/administration.ts'
import { hashKey, keyPrefix } from '../auth/credential.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type Access, findTimes, putDevice } from '../device/administration.ts'
import type { DeviceRow } from '../device/repository.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { emptyMenu, putMenu } from '../menu/administration.ts'
import type { Database, Query } from '../storage/database.ts'
import { type CheckedDocument, checkForm, type Placed } from './check.ts'
import { Faults } from './faults.ts'
import { type FlatMenu, flattenMenu } from './flatten.ts'
import { checkReferences } from './references.ts'
import type { DocumentDevice, DocumentKey, SignageDocument } from './schema.ts'
import { readTimestamp } from './timestamps.ts'
import { findUnknownFields } from './unknown-fields.ts'

interface Options {
  /** Tells the time before which a timestamp such as `-PT2M` lies. */
  readonly clock?: Clock
  /** Is told how many members of the document have been written. */
  readonly onProgress?: (done: number, total: number) => void
  /** Is told the places of the fields that are ignored, if there are any. */
  readonly onUnknownFields?: (places: readonly string[]) => void
}

/** How many members of each part were imported. */
export type ImportSummary = Record<keyof SignageDocument, number>

/**
 * Imports a document in one transaction: what it names is replaced whole, nothing else is touched.
 * @param document a parsed document; defaults and ids that were left out are filled in
 * @throws {DocumentError} with a line for each fault; the database is as it was
 */
export async function importDocument(
  database: Database,
  document: unknown,
  { clock = systemClock, onProgress = () => {}, onUnknownFields = () => {} }: Options = {},
): Promise<ImportSummary> {
  const { checked, menus } = await checkDocument(database, document)
  const unknownFields = findUnknownFields(document)
  if (unknownFields.length > 0) onUnknownFields(unknownFields)

  const devices = await toDeviceRows(database, checked.devices, clock())
  await database.batch(write({ ...checked, devices, menus }, clock(), onProgress))
  return {
    users: checked.users.length,
    devices: checked.devices.length,
    menus: menus.length,
    apiKeys: checked.apiKeys.length,
  }
}

/**
 * Checks a document against a database, without writing anything.
 * @throws {DocumentError} with a line for each fault
 */
export async function checkDocument(database: Database, document: unknown) {
  const faults = new Faults()
  const checked = checkForm(document, faults)
  const menus = checked.menus.map(flattenMenu)
  await checkReferences(checked, menus, document, database, faults)
  faults.throwIfAny()
  return { checked, menus }
}

interface Writable extends Pick<CheckedDocument, 'users' | 'apiKeys'> {
  readonly devices: readonly { readonly row: DeviceRow; readonly access: readonly Access[] }[]
  readonly menus: readonly FlatMenu[]
}

function* write(
  { users, devices, menus, apiKeys }: Writable,
  nowMs: number,
  onProgress: (done: number, total: number) => void,
): Generator<Query> {
  const total = users.length + devices.length + menus.length + apiKeys.length
  let done = 0
  const report = () => onProgress(++done, total)

  for (const { member } of users) {
    yield putUser(member)
    report()
  }
  for (const { row, access } of devices) {
    yield* putDevice(row, access)
    report()
  }
  // All menus are emptied before any is filled: a group may move from one menu of the document to another.
  for (const { menu } of menus) yield* emptyMenu(menu.id)
  for (const { menu, groups, items } of menus) {
    yield* putMenu({ menu, groups: groups.map(memberOf), items: items.map(memberOf) })
    report()
  }
  for (const { member } of apiKeys) {
    yield* putKey(toStoredKey(member, nowMs))
    report()
  }
}

function memberOf<Member>({ member }: Placed<Member>): Member {
  return member
}

/** Times that a document leaves out stay what they are; a device that is new gets the time of the import. */
async function toDeviceRows(database: Database, devices: CheckedDocument['devices'], nowMs: number) {
  const timeless = devices.filter(({ member }) => !member.created_at || !member.updated_at)
  const times = await findTimes(
    database,
    timeless.map(({ member }) => canonicalDeviceId(member.id)),
  )
  return devices.map(({ member }) => {
    const id = canonicalDeviceId(member.id)
    const now = new Date(nowMs).toISOString()
    const { created_at = now, updated_at = now } = { ...times.get(id), ...member }
    return { row: toDeviceRow({ ...member, id, created_at, updated_at }, nowMs), access: member.access }
  })
}

function toDeviceRow(device: Required<DocumentDevice>, nowMs: number): DeviceRow {
  return {
    id: device.id,
    name: device.name,
    timezone: device.timezone,
    screen_resolution: device.screen_resolution,
    screen_orientation: device.screen_orientation,
    registered_at: toInstant(device.registered_at, nowMs),
    published_at: toInstant(device.published_at, nowMs),
    last_heartbeat_at: toInstant(device.last_heartbeat_at, nowMs),
    offline_startup: device.offline_startup ? 1 : 0,
    offline_startup_delay_minutes: device.offline_startup_delay_minutes,
    open_dev_tools: device.open_dev_tools ? 1 : 0,
    updated_at: toInstant(device.updated_at, nowMs),
    created_at: toInstant(device.created_at, nowMs),
  }
}

function toStoredKey(document: DocumentKey, nowMs: number): StoredKey {
  const { key, keyHash, keyPrefix: prefix, name, user, scopes, menus, expiresAt, revokedAt } = document
  return {
    hash: keyHash ?? hashKey(key ?? ''),
    prefix: key === undefined ? prefix : keyPrefix(key),
    name,
    user,
    scopes,
    menus,
    expiresAt: toInstant(expiresAt, nowMs),
    revokedAt: toInstant(revokedAt, nowMs),
  }
}

/** The instant that a timestamp of a checked document names. */
function toInstant<Timestamp extends string | null>(timestamp: Timestamp, nowMs: number): Timestamp | string {
  return timestamp === null ? timestamp : (readTimestamp(timestamp, nowMs) ?? timestamp)
}
