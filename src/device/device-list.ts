import type { Database } from '../storage/database.ts'
import { type DevicePageRow, type DeviceSelection, devicePageQuery } from './queries/list-page.ts'
import {
  countReadableQuery,
  idsCondition,
  type ReadableCounts,
  readableCondition,
  readableInBulkCondition,
} from './queries/readable.ts'

/**
 * Creates a function that lists the devices a user may read, by name and then id, as they are at one moment. Checking access to
 * 100,000 devices takes five times as long as the rest. For users who could read every device last time, the check is left out.
 * The same snapshot counts all devices and the readable ones; if the counts differ, the list is read again with the check.
 */
export function createDeviceLister(database: Database) {
  const readersOfAll = new Set<string>()

  return async function list(selection: DeviceSelection, nowMs: number): Promise<ReturnType<typeof toPage>> {
    const { userId, ids } = selection
    if (ids) {
      const conditions = [idsCondition(ids), readableCondition(userId)]
      const [rows] = await database.readTogether<[DevicePageRow[]]>([
        devicePageQuery(selection, conditions, nowMs),
      ])
      return toPage(rows)
    }
    const readsAll = readersOfAll.has(userId)
    const [[counts], rows] = await database.readTogether<[[ReadableCounts], DevicePageRow[]]>([
      countReadableQuery(userId),
      devicePageQuery(selection, readsAll ? [] : [readableInBulkCondition(userId)], nowMs),
    ])
    const mayReadAll = counts.readable === counts.devices
    if (mayReadAll) readersOfAll.add(userId)
    else readersOfAll.delete(userId)
    return readsAll && !mayReadAll ? list(selection, nowMs) : toPage(rows)
  }
}

function toPage(rows: readonly DevicePageRow[]) {
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) }
}
