import {
  type DeviceCondition,
  idsCondition,
  joinConditions,
  readableCondition,
} from '../../device/queries/readable.ts'
import { DEVICE_SELECT_LIST, type DeviceRow } from '../../device/repository.ts'
import { pagesOf } from '../../storage/read-pages.ts'
import { accessCondition, type FleetAccess } from './fleet-access.ts'

/** The columns of a device that searching and ordering need. */
export interface DeviceSummary {
  readonly id: string
  readonly name: string
  readonly timezone: string
  /** The ID of its site. */
  readonly site: string | null
  readonly last_heartbeat_at: string | null
}

/** The condition that a device is at a site. */
export const siteCondition = (id: string): DeviceCondition => ({ sql: 'd.site_id = ?', parameters: [id] })

export const SUMMARY_COLUMNS = 'd.id, d.name, d.timezone, d.site_id AS site, d.last_heartbeat_at'

const PAGE_SIZE = 1000

/** Reads the devices that the user may read and that meet the conditions, page by page. */
export function readDeviceSummaries(
  access: FleetAccess,
  conditions: readonly DeviceCondition[],
): AsyncGenerator<DeviceSummary[]> {
  return pagesOf((last) => {
    const next = { sql: 'd.id > ?', parameters: [last?.id ?? ''] }
    const { sql, parameters } = joinConditions([next, ...conditions, accessCondition(access, 'few')])
    return access.snapshot.all({
      sql: `SELECT ${SUMMARY_COLUMNS} FROM devices d WHERE ${sql} ORDER BY d.id LIMIT ${PAGE_SIZE}`,
      parameters,
    })
  }, PAGE_SIZE)
}

/** Reads the devices with these ids. The access to each is checked again, even if `readsAll` is true. */
export function readDeviceRows(
  { snapshot, userId }: FleetAccess,
  ids: readonly string[],
): Promise<DeviceRow[]> {
  const { sql, parameters } = joinConditions([
    idsCondition(ids),
    ...(userId === undefined ? [] : [readableCondition(userId)]),
  ])
  return snapshot.all({ sql: `SELECT ${DEVICE_SELECT_LIST} FROM devices d WHERE ${sql}`, parameters })
}
