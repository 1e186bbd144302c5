import { KEY_COLUMNS, type KeyRow, toKey } from '../auth/repository.ts'
import { type ColumnsOf, columnsOf } from '../lib/fields.ts'
import { keysOf } from '../lib/records.ts'
import type { Database } from '../storage/database.ts'
import { defineQuery } from '../storage/define-query.ts'
import { accessSql } from './access.ts'
import { isOnline } from './online.ts'
import { DEVICE_FIELDS, type Device } from './schema.ts'

/** A row of `devices`. */
export type DeviceRow = ColumnsOf<typeof DEVICE_FIELDS>

export const DEVICE_COLUMN_NAMES = keysOf(columnsOf(DEVICE_FIELDS))

/** SQL: the columns of `devices d`. */
export const DEVICE_SELECT_LIST = DEVICE_COLUMN_NAMES.map((column) => `d.${column}`).join(', ')

// Access is joined before the device, so that a missing device and a forbidden one take the same time.
const readableQuery = defineQuery<[deviceId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, ${DEVICE_SELECT_LIST}
FROM api_keys k
LEFT JOIN device_access a ON ${accessSql('read', 'k.user_id')} AND a.device_id = ?
LEFT JOIN devices d ON d.id = a.device_id
WHERE k.hash = ?`)

/**
 * Finds the key with this hash, and the device if the user of the key may read it. `contentVersion` is the content
 * version that was read before them.
 */
export async function findReadableDevice(database: Database, keyHash: string, deviceId: string) {
  const contentVersion = await database.contentVersion()
  const row = await database.get<KeyRow & (DeviceRow | { id: null })>(readableQuery(deviceId, keyHash))
  const device = row === undefined || row.id === null ? undefined : row
  return { key: toKey(row), data: { device, contentVersion } }
}

const DEVICE_OF_USER = `
SELECT ${DEVICE_SELECT_LIST}
FROM device_access a
JOIN devices d ON d.id = a.device_id
WHERE ${accessSql('read')} AND a.device_id = ?`

/** Finds a device, if this user may read it. */
export function findDeviceOfUser(database: Database, userId: string, deviceId: string) {
  return database.get<DeviceRow>({ sql: DEVICE_OF_USER, parameters: [userId, deviceId] })
}

export function toDevice(row: DeviceRow, nowMs: number): Device {
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    screen_resolution: row.screen_resolution,
    screen_orientation: row.screen_orientation,
    registered_at: row.registered_at,
    published_at: row.published_at,
    last_heartbeat_at: row.last_heartbeat_at,
    is_online: isOnline(row.last_heartbeat_at, nowMs),
    offline_startup: row.offline_startup === 1,
    offline_startup_delay_minutes: row.offline_startup_delay_minutes,
    open_dev_tools: row.open_dev_tools === 1,
    updated_at: row.updated_at,
    created_at: row.created_at,
  }
}
