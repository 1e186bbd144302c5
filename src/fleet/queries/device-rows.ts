import { isReadableBy, joinConditions, withIds } from '../../device/queries/readable.ts'
import { DEVICE_SELECT_LIST, type DeviceRow } from '../../device/repository.ts'
import type { Viewer } from './viewer.ts'

/** Reads the devices with these ids. The access to each is checked again, even if `readsAll` is true. */
export function readDeviceRows({ snapshot, userId }: Viewer, ids: readonly string[]): Promise<DeviceRow[]> {
  const { sql, parameters } = joinConditions([
    withIds(ids),
    ...(userId === undefined ? [] : [isReadableBy(userId)]),
  ])
  return snapshot.all({ sql: `SELECT ${DEVICE_SELECT_LIST} FROM devices d WHERE ${sql}`, parameters })
}
