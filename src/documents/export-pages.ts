import {
  type Access,
  type AccessRow,
  devicesAfterQuery,
  findAccessQuery,
  type PlacedDeviceRow,
} from '../device/queries/devices.ts'
import { groupBy } from '../lib/group-by.ts'
import type { Query, Snapshot } from '../storage/database.ts'

/** Reads rows in the order of their ids, some at a time. @param queryAfter a query for those after an id */
export async function* pagesOf<Row extends { readonly id: string }>(
  snapshot: Snapshot,
  queryAfter: (id: string) => Query,
): AsyncGenerator<readonly Row[]> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows: readonly Row[] = await snapshot.all<Row>(queryAfter(last))
    yield rows
    last = rows.at(-1)?.id
  }
}

export interface ExportedDevice {
  readonly row: PlacedDeviceRow
  readonly access: readonly Access[]
}

export async function* devicePages(snapshot: Snapshot): AsyncGenerator<ExportedDevice[]> {
  for await (const rows of pagesOf<PlacedDeviceRow>(snapshot, devicesAfterQuery)) {
    const accessRows = await snapshot.all<AccessRow>(findAccessQuery(rows.map(({ id }) => id)))
    const access = groupBy(accessRows, ({ device_id }) => device_id)
    yield rows.map((row) => ({ row, access: access.get(row.id) ?? [] }))
  }
}
