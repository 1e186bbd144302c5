import { groupBy } from '../../lib/group-by.ts'
import type { Database, Statement } from '../../storage/database.ts'
import {
  BOUND_LIST,
  boundList,
  defineQuery,
  defineReader,
  defineRowReader,
} from '../../storage/define-query.ts'
import { insertRows, upsertRows } from '../../storage/statements.ts'
import type { AccessLevel } from '../access.ts'
import { DEVICE_COLUMN_NAMES, DEVICE_SELECT_LIST, type DeviceRow } from '../repository.ts'
import { IS_READABLE } from './readable.ts'

export interface DeviceAccess {
  readonly user: string
  readonly level: AccessLevel
}

const ADD_ACCESS =
  'INSERT INTO device_access (device_id, user_id, level) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'

export type DeviceRowWithSite = DeviceRow & { readonly site: string | null }

const DEVICE_AND_SITE_SELECT_LIST = `${DEVICE_SELECT_LIST}, d.site_id AS site`

/** A device and the users who have access to it. */
export interface DeviceToStore {
  readonly row: DeviceRowWithSite
  /** Columns whose values in `row` apply only to a new device. An existing device keeps its own values. */
  readonly keptColumns: readonly (keyof DeviceRow)[]
  readonly access: readonly DeviceAccess[]
}

/** SQL that adds devices, or replaces existing ones and their access, except for the kept columns. @param nowMs the time */
export function* upsertDevices(devices: readonly DeviceToStore[], nowMs: number): Generator<Statement> {
  for (const alike of groupBy(devices, ({ keptColumns }) => keptColumns.join()).values()) {
    const rows = alike.map(({ row }) => ({
      ...row,
      site_id: row.site,
      recorded_since: row.last_heartbeat_at === null ? null : nowMs,
    }))
    const kept = ['recorded_since', ...(alike[0]?.keptColumns ?? [])]
    yield* upsertRows('devices', ['id'], [...DEVICE_COLUMN_NAMES, 'site_id', 'recorded_since'], rows, kept)
  }
  const ids = boundList(devices.map(({ row }) => row.id))
  yield { sql: `DELETE FROM device_access WHERE device_id IN ${BOUND_LIST}`, parameters: [ids] }
  const rows = devices.flatMap(({ row, access }) => access.map(({ user, level }) => [row.id, user, level]))
  yield* insertRows(ADD_ACCESS, rows)
}

export const grantAccessStatement =
  defineQuery<[deviceId: string, user: string, level: AccessLevel]>(ADD_ACCESS)

export const moveDeviceStatement = defineQuery<[site: string | null, deviceId: string]>(
  'UPDATE devices SET site_id = ? WHERE id = ?',
)

/** Withdraws one level of a user's access to a device. @returns how many rows were removed */
export async function ungrantAccess(database: Database, deviceId: string, { user, level }: DeviceAccess) {
  const sql = 'DELETE FROM device_access WHERE device_id = ? AND user_id = ? AND level = ?'
  return database.batch([{ sql, parameters: [deviceId, user, level] }])
}

export type AccessRow = DeviceAccess & { readonly device_id: string }

export const devicesAfterQuery = defineQuery<[id: string]>(
  `SELECT ${DEVICE_AND_SITE_SELECT_LIST} FROM devices d WHERE d.id > ? ORDER BY d.id LIMIT 500`,
)

export const findDevicesQuery = defineQuery<[ids: Iterable<string>]>(
  `SELECT ${DEVICE_AND_SITE_SELECT_LIST} FROM devices d WHERE d.id IN ${BOUND_LIST}`,
)

export const findAccessQuery = defineQuery<[deviceIds: Iterable<string>]>(
  `SELECT device_id, user_id AS user, level FROM device_access WHERE device_id IN ${BOUND_LIST} ORDER BY device_id, user_id, level`,
)

export const listDevices = defineReader<DeviceRowWithSite>(
  `SELECT ${DEVICE_AND_SITE_SELECT_LIST} FROM devices d ORDER BY d.id`,
)

export const listAccess = defineReader<DeviceAccess, [deviceId: string]>(
  'SELECT user_id AS user, level FROM device_access WHERE device_id = ? ORDER BY user_id, level',
)

export const listReadableDevices = defineReader<Pick<DeviceRow, 'id' | 'name'>, [userId: string]>(`
SELECT d.id, d.name FROM devices d WHERE ${IS_READABLE} ORDER BY d.id`)

/** Finds the device with an id, whoever may read it. */
export async function findDevice(database: Database, id: string): Promise<DeviceRowWithSite | undefined> {
  return database.get(findDevicesQuery([id]))
}

/** Finds the newest heartbeat that is not after a time. */
export const findLastHeartbeat = defineRowReader<{ readonly at: string | null }, [at: string]>(
  'SELECT max(last_heartbeat_at) AS at FROM devices WHERE last_heartbeat_at <= ?',
)
