import type { LookUp } from '../auth/authenticate.ts'
import { KEY_COLUMNS, type KeyRow, toKey } from '../auth/repository.ts'
import type { Database, State } from '../storage/database.ts'
import { HEARTBEAT_TIMEOUT_MS, isOnline } from './presence.ts'
import type { Device } from './schema.ts'

/** A row of `devices`. */
export interface DeviceRow {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly screen_resolution: string
  readonly screen_orientation: string
  readonly registered_at: string | null
  readonly published_at: string | null
  readonly last_heartbeat_at: string | null
  readonly offline_startup: 0 | 1
  readonly offline_startup_delay_minutes: number
  readonly open_dev_tools: 0 | 1
  readonly updated_at: string
  readonly created_at: string
}

/** SQL: the columns of `DeviceRow`. */
export const DEVICE_COLUMNS = `
  d.id, d.name, d.timezone, d.screen_resolution, d.screen_orientation, d.registered_at, d.published_at,
  d.last_heartbeat_at, d.offline_startup, d.offline_startup_delay_minutes, d.open_dev_tools, d.updated_at,
  d.created_at`

// An IN that an index could serve makes SQLite build a table of the two words first, a microsecond for each answer.
const MAY_READ = "coalesce(a.level, '') IN ('read', 'update')"

// Access comes before the device: one that is missing and one that is not granted take the same way.
const READABLE_DEVICE = `
SELECT ${KEY_COLUMNS}, ${DEVICE_COLUMNS}
FROM api_keys k
LEFT JOIN device_access a ON a.user_id = k.user_id AND a.device_id = ? AND ${MAY_READ}
LEFT JOIN devices d ON d.id = a.device_id
WHERE k.hash = ?`

/** A device, if there is one that the caller may read. */
export interface FoundDevice {
  readonly device: DeviceRow | undefined
  /** A state of the data in which, at the earliest, this was so; see `Database.state`. */
  readonly asOf: State
}

/** The key with this hash, and the device if the key's user may read it. */
export async function findReadableDevice(
  database: Database,
  keyHash: string,
  deviceId: string,
): Promise<LookUp<FoundDevice>> {
  const asOf = await database.state()
  const row = await database.get<KeyRow & (DeviceRow | { id: null })>(READABLE_DEVICE, deviceId, keyHash)
  return { key: toKey(row), found: { device: row === undefined || row.id === null ? undefined : row, asOf } }
}

const DEVICE_OF_USER = `
SELECT ${DEVICE_COLUMNS}
FROM device_access a
JOIN devices d ON d.id = a.device_id
WHERE a.user_id = ? AND a.device_id = ? AND ${MAY_READ}`

/** The device, if this user may read it. */
export function findDeviceOfUser(
  database: Database,
  userId: string,
  deviceId: string,
): Promise<DeviceRow | undefined> {
  return database.get<DeviceRow>(DEVICE_OF_USER, userId, deviceId)
}

/** How many devices there are in each state. */
export interface DeviceCounts {
  readonly online: number
  readonly offline: number
  /** Never heard of. */
  readonly never: number
}

const COUNT_DEVICES = `
SELECT
  (SELECT count(*) FROM devices WHERE rtrim(last_heartbeat_at, 'Z') >= rtrim(?, 'Z')) AS online,
  (SELECT count(*) FROM devices WHERE rtrim(last_heartbeat_at, 'Z') < rtrim(?, 'Z')) AS offline,
  (SELECT count(*) FROM devices WHERE rtrim(last_heartbeat_at, 'Z') IS NULL) AS never`

/** Counts all devices, by the same rule as `isOnline`. */
export async function countDevices(database: Database, nowMs: number): Promise<DeviceCounts> {
  // The shortest text of that time: whatever names the same time with more digits is not before it.
  const since = new Date(nowMs - HEARTBEAT_TIMEOUT_MS).toISOString().replace(/\.?0*Z$/, 'Z')
  const counts = await database.get<DeviceCounts>(COUNT_DEVICES, since, since)
  return counts ?? { online: 0, offline: 0, never: 0 }
}

/** The device as the interface shows it at this moment. */
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
