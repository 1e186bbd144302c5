import { putKeys, putUsers, type StoredKey } from '../auth/admin-queries.ts'
import { hashKey, keyPrefix } from '../auth/credential.ts'
import { putDevices, type StoredDevice } from '../device/admin-queries.ts'
import type { DeviceRow } from '../device/repository.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { emptyMenus, putMenus, type StoredMenu } from '../menu/admin-queries.ts'
import { chunks } from '../storage/chunks.ts'
import type { Statement } from '../storage/database.ts'
import { readTimestamp } from '../timestamps.ts'
import { flattenMenu } from './flatten.ts'
import type { Member, Section } from './source.ts'

/**
 * SQL that writes an import file. Rows come before the rows that refer to them.
 * @param read the members of a section; they are drawn one by one
 * @param menuIds all menus of the import file; they are emptied before any is filled, because a group may
 *   move from one menu to another
 */
export function* writeMembers(
  read: <S extends Section>(section: S) => Iterable<Member<S>>,
  menuIds: Iterable<string>,
  nowMs: number,
): Generator<Statement> {
  for (const chunk of chunks(read('users'))) yield* putUsers(chunk)
  for (const chunk of chunks(read('devices')))
    yield* putDevices(chunk.map((device) => toStoredDevice(device, nowMs)))
  yield* emptyMenus(menuIds)
  const countRows = ({ groups, items }: StoredMenu) => 1 + groups.length + items.length
  for (const chunk of chunks(flattenMenus(read('menus')), countRows)) yield* putMenus(chunk)
  for (const chunk of chunks(read('apiKeys'))) yield* putKeys(chunk.map((key) => toStoredKey(key, nowMs)))
}

function* flattenMenus(menus: Iterable<Member<'menus'>>): Generator<StoredMenu> {
  for (const menu of menus) yield flattenMenu(menu)
}

/** Missing times stay what they are in the database. A new device gets the time of the import. */
function toStoredDevice(device: Member<'devices'>, nowMs: number): StoredDevice {
  const kept = (['created_at', 'updated_at'] as const).filter((time) => device[time] === undefined)
  const row: DeviceRow = {
    ...device,
    id: canonicalDeviceId(device.id),
    registered_at: toInstant(device.registered_at, nowMs),
    published_at: toInstant(device.published_at, nowMs),
    last_heartbeat_at: toInstant(device.last_heartbeat_at, nowMs),
    offline_startup: device.offline_startup ? 1 : 0,
    open_dev_tools: device.open_dev_tools ? 1 : 0,
    updated_at: toInstant(device.updated_at ?? '-PT0S', nowMs),
    created_at: toInstant(device.created_at ?? '-PT0S', nowMs),
  }
  return { row, kept, access: device.access }
}

function toStoredKey(
  { key, keyHash, keyPrefix: prefix, ...stored }: Member<'apiKeys'>,
  nowMs: number,
): StoredKey {
  return {
    ...stored,
    hash: keyHash ?? hashKey(key ?? ''),
    prefix: key === undefined ? prefix : keyPrefix(key),
    expiresAt: toInstant(stored.expiresAt, nowMs),
    revokedAt: toInstant(stored.revokedAt, nowMs),
  }
}

/** Converts a timestamp of a checked import file to UTC. */
function toInstant<Timestamp extends string | null>(timestamp: Timestamp, nowMs: number): Timestamp | string {
  return timestamp === null ? timestamp : (readTimestamp(timestamp, nowMs) ?? timestamp)
}
