import { IS_SILENT, silentParameters } from '../../device/online.ts'
import {
  countReadableQuery,
  type DeviceCondition,
  joinConditions,
  type ReadableCounts,
} from '../../device/queries/readable.ts'
import type { Snapshot } from '../../storage/database.ts'
import { accessCondition, type FleetAccess } from './fleet-access.ts'

const COUNT_ALL = 'SELECT count(*) AS devices, count(*) AS readable FROM devices'

/** Counts all devices, and the devices that a user may read. @param userId undefined for a command, which may read all */
export async function countReadable(snapshot: Snapshot, userId: string | undefined) {
  const query = userId === undefined ? { sql: COUNT_ALL } : countReadableQuery(userId)
  return (await snapshot.all<ReadableCounts>(query))[0] ?? { devices: 0, readable: 0 }
}

const IS_AT_SITE: DeviceCondition = { sql: 'd.site_id IS NOT NULL', parameters: [] }
const IS_NEVER_CONNECTED: DeviceCondition = { sql: 'd.last_heartbeat_at IS NULL', parameters: [] }

/** A number of devices at one site. */
interface SiteCount {
  /** Null for devices without a site. */
  readonly site: string | null
  readonly number: number
  /** The last heartbeat of the device that fell silent last. */
  readonly latestSilenceStart: string | null
}

/** Counts the devices of each site that meet a condition. @param latestSilenceStart SQL for the column of that name */
async function countPerSite(access: FleetAccess, condition: DeviceCondition, latestSilenceStart = 'NULL') {
  const { sql, parameters } = joinConditions([condition, accessCondition(access, 'many')])
  const rows = await access.snapshot.all<SiteCount>({
    sql: `SELECT d.site_id AS site, count(*) AS number, ${latestSilenceStart} AS "latestSilenceStart" FROM devices d WHERE ${sql} GROUP BY d.site_id`,
    parameters,
  })
  return new Map(rows.map((row) => [row.site, row]))
}

export type CountsPerSite = Awaited<ReturnType<typeof countStatesPerSite>>

/**
 * Counts all devices of each site, the silent ones, and the ones that were never online. Online devices are the rest: counting
 * them would be the slowest query.
 */
export async function countStatesPerSite(access: FleetAccess, nowMs: number) {
  const silent = { sql: IS_SILENT, parameters: silentParameters(nowMs) }
  return {
    all: await countPerSite(access, IS_AT_SITE),
    silent: await countPerSite(access, silent, 'max(d.last_heartbeat_at)'),
    never: await countPerSite(access, IS_NEVER_CONNECTED),
  }
}
