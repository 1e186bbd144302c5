import type { LookUp } from '../auth/authenticate.ts'
import { KEY_COLUMNS, type KeyRow, toKey } from '../auth/repository.ts'
import type { Database, State } from '../storage/database.ts'
import { isOnline, onlineSince } from './presence.ts'
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

// SQL of `device_access a`. An IN that an index could serve makes SQLite build a table of the two words first, a microsecond for each answer.
export const MAY_READ = "coalesce(a.level, '') IN ('read', 'update')"

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

/**
 * SQL: whether device `d` is online, by the same rule as `isOnline`; its parameters are the moment, the second and the
 * moment of `onlineSince`. An index on the text as it is stored finds them, and counts them without a look at the Z
 * but for those of one second: as texts, of two times of one second that with fewer digits may come last.
 */
export const IS_ONLINE = `
  (d.last_heartbeat_at >= ? AND (d.last_heartbeat_at >= ? OR rtrim(d.last_heartbeat_at, 'Z') >= ?))`

/** How many devices there are in each state. */
export interface DeviceCounts {
  readonly online: number
  readonly offline: number
  /** Never heard of. */
  readonly never: number
}

const COUNT_DEVICES = `
SELECT
  (SELECT count(*) FROM devices d WHERE ${IS_ONLINE}) AS online,
  (SELECT count(*) FROM devices) AS all_devices,
  (SELECT count(*) FROM devices d WHERE d.last_heartbeat_at IS NULL) AS never`

/** Counts all devices, by the same rule as `isOnline`. */
export async function countDevices(database: Database, nowMs: number): Promise<DeviceCounts> {
  const { moment, second } = onlineSince(nowMs)
  // As a snapshot, which has a connection of its own: on PostgreSQL it would hold up the look-ups of requests.
  const [[counts]] = await database.snapshot<[[{ online: number; all_devices: number; never: number }]]>([
    { sql: COUNT_DEVICES, parameters: [moment, second, moment] },
  ])
  const { online, all_devices, never } = counts
  return { online, offline: all_devices - online - never, never }
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
