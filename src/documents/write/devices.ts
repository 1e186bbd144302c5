import {
  type AccessRow,
  type DeviceRowWithSite,
  type DeviceToStore,
  findAccessQuery,
  findDevicesQuery,
  upsertDevices,
} from '../../device/queries/devices.ts'
import { DEVICE_COLUMN_NAMES } from '../../device/repository.ts'
import { differingFields, type FieldDifference } from '../../lib/differences.ts'
import { groupBy } from '../../lib/group-by.ts'
import { read } from '../../storage/statements.ts'
import { findDifferent, type OnDifference } from './import-differences.ts'
import type { ImportedDevice } from './to-stored.ts'

/** Adds devices, and replaces devices that differ, with their access. */
export function* writeDevices(devices: readonly ImportedDevice[], nowMs: number, onDifference: OnDifference) {
  const ids = devices.map(({ row }) => row.id)
  const rows = yield* read<DeviceRowWithSite>(findDevicesQuery(ids))
  const stored = new Map(rows.map((row) => [row.id, row]))
  // A new device has no access yet, so most imports of many devices need not read it.
  const accessRows = rows.length > 0 ? yield* read<AccessRow>(findAccessQuery(ids)) : []
  const access = groupBy(accessRows, ({ device_id }) => device_id)
  const wanted = devices.map((device) => keepAccessAndSite(device, stored.get(device.row.id), access))
  const differencesOf = (before: DeviceRowWithSite, device: DeviceToStore) =>
    differingDeviceFields(before, access.get(before.id) ?? [], device)
  const different = findDifferent('device', wanted, ({ row }) => row, rows, differencesOf, onDifference)
  if (different.length > 0) yield* upsertDevices(different, nowMs)
}

function keepAccessAndSite(
  device: ImportedDevice,
  before: DeviceRowWithSite | undefined,
  accessById: ReadonlyMap<string, readonly AccessRow[]>,
): DeviceToStore {
  if (before === undefined) return device
  const site = device.keepsSite ? before.site : device.row.site
  const stored = accessById.get(before.id) ?? []
  const access = device.keepsAccess ? stored : device.access
  return { ...device, row: { ...device.row, site }, access }
}

function differingDeviceFields(
  before: DeviceRowWithSite,
  access: readonly AccessRow[],
  { row, keptColumns, access: wanted }: DeviceToStore,
) {
  const columns = ([...DEVICE_COLUMN_NAMES, 'site'] as const).filter(
    (column) => !keptColumns.some((field) => field === column),
  )
  const fields: FieldDifference[] = differingFields(before, row, columns)
  const [from, to] = [listAccess(access), listAccess(wanted)]
  return from.join() === to.join() ? fields : [...fields, { field: 'access', from, to }]
}

function listAccess(access: readonly Pick<AccessRow, 'user' | 'level'>[]): string[] {
  return [...new Set(access.map(({ user, level }) => `${user} ${level}`))].sort()
}
