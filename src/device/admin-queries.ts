import { groupBy } from '../group-by.ts'
import { deleteRows, findIds, insertRows } from '../storage/chunks.ts'
import { BOUND_LIST, boundList, type Database, type Query, type Statement } from '../storage/database.ts'
import { COLUMNS, DEVICE_COLUMNS, type DeviceRow, MAY_READ } from './repository.ts'
import type { AccessLevel } from './schema.ts'

export interface Access {
  readonly user: string
  readonly level: AccessLevel
}

const PUT_ACCESS =
  'INSERT INTO device_access (device_id, user_id, level) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'

/** Times that an existing device may keep when it is replaced. */
export type KeptTime = 'created_at' | 'updated_at'

/** A device and the users who have access to it. */
export interface StoredDevice {
  readonly row: DeviceRow
  /** Columns whose values in `row` apply only to a new device. An existing device keeps its own values. */
  readonly kept: readonly KeptTime[]
  readonly access: readonly Access[]
}

/** SQL that adds devices, or replaces existing ones and their access, except for the times in `kept`. */
export function* putDevices(devices: readonly StoredDevice[]): Generator<Statement> {
  for (const alike of groupBy(devices, ({ kept }) => kept.join()).values()) {
    const rows = alike.map(({ row }) => COLUMNS.map((column) => row[column]))
    yield* insertRows(putDeviceSql(alike[0]?.kept ?? []), rows)
  }
  const ids = boundList(devices.map(({ row }) => row.id))
  yield { sql: `DELETE FROM device_access WHERE device_id IN ${BOUND_LIST}`, parameters: [ids] }
  const rows = devices.flatMap(({ row, access }) => access.map(({ user, level }) => [row.id, user, level]))
  yield* insertRows(PUT_ACCESS, rows)
}

function putDeviceSql(kept: readonly KeptTime[]): string {
  const replaced = COLUMNS.filter((column) => !kept.some((time) => time === column))
  return `
INSERT INTO devices (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
ON CONFLICT (id) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`
}

/** SQL that gives a user access to a device. */
export function grantAccess(deviceId: string, { user, level }: Access): Query {
  return { sql: PUT_ACCESS, parameters: [deviceId, user, level] }
}

/** Revokes one level of a user's access to a device. @returns how many rows were removed */
export async function revokeAccess(database: Database, deviceId: string, { user, level }: Access) {
  const sql = 'DELETE FROM device_access WHERE device_id = ? AND user_id = ? AND level = ?'
  return database.batch([{ sql, parameters: [deviceId, user, level] }])
}

export type AccessRow = Access & { readonly device_id: string }

/** The queries that list everything, for a snapshot. */
export const allDevices: Query = { sql: `SELECT ${DEVICE_COLUMNS} FROM devices d ORDER BY d.id` }
export const allDeviceNames: Query = { sql: 'SELECT id, name FROM devices ORDER BY id' }

const PAGE_OF_DEVICES = `SELECT ${DEVICE_COLUMNS} FROM devices d WHERE d.id > ? ORDER BY d.id LIMIT 500`

/** A query for the next devices in the order of their ids. */
export function devicesAfter(id: string): Query {
  return { sql: PAGE_OF_DEVICES, parameters: [id] }
}

/** A query for those of these devices that exist. */
export function findDevices(ids: Iterable<string>): Query {
  const sql = `SELECT ${DEVICE_COLUMNS} FROM devices d WHERE d.id IN ${BOUND_LIST}`
  return { sql, parameters: [boundList(ids)] }
}

/** A query for all access to these devices. */
export function findAccess(deviceIds: Iterable<string>): Query {
  const sql = `SELECT device_id, user_id AS user, level FROM device_access WHERE device_id IN ${BOUND_LIST} ORDER BY device_id, user_id, level`
  return { sql, parameters: [boundList(deviceIds)] }
}

export async function listDevices(database: Database): Promise<DeviceRow[]> {
  return database.all<DeviceRow>(allDevices.sql)
}

export async function listAccess(database: Database, deviceId: string): Promise<Access[]> {
  const sql = 'SELECT user_id AS user, level FROM device_access WHERE device_id = ? ORDER BY user_id, level'
  return database.all<Access>(sql, deviceId)
}

const READABLE_DEVICES = `
SELECT d.id, d.name
FROM devices d
WHERE EXISTS (
  SELECT 1 FROM device_access a WHERE a.device_id = d.id AND a.user_id = ? AND ${MAY_READ})
ORDER BY d.id`

export async function listReadableDevices(database: Database, userId: string) {
  return database.all<Pick<DeviceRow, 'id' | 'name'>>(READABLE_DEVICES, userId)
}

export async function findDevice(database: Database, id: string): Promise<DeviceRow | undefined> {
  return database.get<DeviceRow>(`SELECT ${DEVICE_COLUMNS} FROM devices d WHERE d.id = ?`, id)
}

/** SQL that deletes devices, and all access to them. */
export const deleteDevices = (ids: Iterable<string>) => deleteRows('devices', ids)

export interface Heartbeat {
  readonly deviceId: string
  /** UTC, ending in Z. */
  readonly at: string
}

// Without the Z, timestamps of different precision sort in the order of time. A late or repeated heartbeat
// never moves a device back in time, unless the stored heartbeat is in the future because a clock was ahead.
const RECORD_HEARTBEAT = `
UPDATE devices SET last_heartbeat_at = ?
WHERE id = ? AND (
  last_heartbeat_at IS NULL
  OR rtrim(last_heartbeat_at, 'Z') < rtrim(?, 'Z')
  OR rtrim(last_heartbeat_at, 'Z') > rtrim(?, 'Z')
)`

/** Records heartbeats in one transaction. Heartbeats of devices that do not exist have no effect. */
export async function recordHeartbeats(database: Database, heartbeats: readonly Heartbeat[], nowMs: number) {
  const now = new Date(nowMs).toISOString()
  const sql = RECORD_HEARTBEAT
  await database.batch(heartbeats.map(({ deviceId, at }) => ({ sql, parameters: [at, deviceId, at, now] })))
}

const ADVANCE_HEARTBEAT = `
UPDATE devices SET last_heartbeat_at = ?
WHERE id = ? AND (last_heartbeat_at IS NULL OR rtrim(last_heartbeat_at, 'Z') < rtrim(?, 'Z'))`

/**
 * SQL that records a heartbeat, which never moves a device back in time, not even from the future.
 * @param at UTC, ending in Z
 */
export function advanceHeartbeat(deviceId: string, at: string): Query {
  return { sql: ADVANCE_HEARTBEAT, parameters: [at, deviceId, at] }
}

const UPDATABLE_DEVICES = `
SELECT device_id AS id FROM device_access WHERE user_id = ? AND level = 'update' AND device_id IN ${BOUND_LIST}`

/** A query for those of these devices that a user may update. */
export function findUpdatableDevices(userId: string, ids: Iterable<string>): Query {
  return { sql: UPDATABLE_DEVICES, parameters: [userId, boundList(ids)] }
}

/** Returns those of the ids that belong to existing devices. */
export function findExistingDevices(database: Database, ids: Iterable<string>): Promise<Set<string>> {
  return findIds(database, `SELECT id FROM devices WHERE id IN ${BOUND_LIST}`, ids)
}

// The first condition makes the query use the index. It excludes nothing: a timestamp that sorts after the
// time without its Z also does so with its Z.
const HEARTBEATS_AFTER = `
SELECT last_heartbeat_at
FROM devices
WHERE last_heartbeat_at > rtrim(?, 'Z') AND rtrim(last_heartbeat_at, 'Z') > rtrim(?, 'Z')
ORDER BY rtrim(last_heartbeat_at, 'Z')`

/** The number of devices with a heartbeat after a time (UTC, ending in Z), and the latest of these. */
export async function findHeartbeatsAfter(database: Database, at: string) {
  const rows = await database.all<{ last_heartbeat_at: string }>(HEARTBEATS_AFTER, at, at)
  return { count: rows.length, last: rows.at(-1)?.last_heartbeat_at ?? null }
}
