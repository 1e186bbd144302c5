import {
  type AccessRow,
  findAccess,
  findDevices,
  putDevices,
  type StoredDevice,
} from '../../device/admin-queries.ts'
import { COLUMNS, type DeviceRow } from '../../device/repository.ts'
import { groupBy } from '../../group-by.ts'
import { readRows } from '../../storage/chunks.ts'
import { changedFields, type FieldChange } from './changes.ts'
import type { Writing } from './write-members.ts'

/** Adds devices, and replaces those that differ, with their access. */
export function* writeDevices(devices: readonly StoredDevice[], { keepsAccess, onChange }: Writing) {
  const ids = devices.map(({ row }) => row.id)
  const rows = yield* readRows<DeviceRow>(findDevices(ids))
  const stored = new Map(rows.map((row) => [row.id, row]))
  // A new device has no access yet, so most imports of many devices need not read it.
  const accessRows = rows.length > 0 ? yield* readRows<AccessRow>(findAccess(ids)) : []
  const access = groupBy(accessRows, ({ device_id }) => device_id)
  const wanted = keepsAccess
    ? devices.map((device) => ({ ...device, access: access.get(device.row.id) ?? device.access }))
    : devices
  const different = wanted.filter((device) => {
    const { id, name } = device.row
    const before = stored.get(id)
    const fields = before && fieldsOf(before, access.get(id) ?? [], device)
    if (fields?.length === 0) return false
    onChange({ kind: 'device', id, name, ...(fields ? { action: 'changed', fields } : { action: 'added' }) })
    return true
  })
  if (different.length > 0) yield* putDevices(different)
}

function fieldsOf(
  before: DeviceRow,
  access: readonly AccessRow[],
  { row, kept, access: wanted }: StoredDevice,
) {
  const columns = COLUMNS.filter((column) => !kept.some((time) => time === column))
  const fields: FieldChange[] = changedFields(before, row, columns)
  const [from, to] = [listAccess(access), listAccess(wanted)]
  return from.join() === to.join() ? fields : [...fields, { field: 'access', from, to }]
}

function listAccess(access: readonly Pick<AccessRow, 'user' | 'level'>[]): string[] {
  return [...new Set(access.map(({ user, level }) => `${user} ${level}`))].sort()
}
