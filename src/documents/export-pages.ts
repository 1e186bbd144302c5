import {
  type Access,
  type AccessRow,
  devicesAfterQuery,
  findAccessQuery,
  type PlacedDeviceRow,
} from '../device/queries/devices.ts'
import { groupBy } from '../lib/group-by.ts'
import type { Snapshot } from '../storage/database.ts'
import { pagesOf } from '../storage/pages.ts'

export interface ExportedDevice {
  readonly row: PlacedDeviceRow
  readonly access: readonly Access[]
}

export async function* devicePages(snapshot: Snapshot): AsyncGenerator<ExportedDevice[]> {
  const pages = pagesOf<PlacedDeviceRow>((last) => snapshot.all(devicesAfterQuery(last?.id ?? '')))
  for await (const rows of pages) {
    const accessRows = await snapshot.all<AccessRow>(findAccessQuery(rows.map(({ id }) => id)))
    const access = groupBy(accessRows, ({ device_id }) => device_id)
    yield rows.map((row) => ({ row, access: access.get(row.id) ?? [] }))
  }
}
