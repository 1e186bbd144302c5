import {
  type Access,
  type AccessRow,
  type DeviceRowWithSite,
  devicesAfterQuery,
  findAccessQuery,
} from '../device/queries/devices.ts'
import { groupBy } from '../lib/group-by.ts'
import type { Snapshot } from '../storage/database.ts'
import { pagesOf } from '../storage/read-pages.ts'

export interface ExportedDevice {
  readonly row: DeviceRowWithSite
  readonly access: readonly Access[]
}

export async function* devicePages(snapshot: Snapshot): AsyncGenerator<ExportedDevice[]> {
  const pages = pagesOf<DeviceRowWithSite>((last) => snapshot.all(devicesAfterQuery(last?.id ?? '')))
  for await (const rows of pages) {
    const accessRows = await snapshot.all<AccessRow>(findAccessQuery(rows.map(({ id }) => id)))
    const access = groupBy(accessRows, ({ device_id }) => device_id)
    yield rows.map((row) => ({ row, access: access.get(row.id) ?? [] }))
  }
}
