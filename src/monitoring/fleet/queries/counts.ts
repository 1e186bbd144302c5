import { IS_SILENT, silentParameters } from '../../../device/presence.ts'
import {
  countReadableQuery,
  type DeviceCondition,
  type ReadableCounts,
} from '../../../device/queries/readable.ts'
import type { Snapshot } from '../../../storage/database.ts'
import { all, type Reader, readableOfMany } from './candidates.ts'

/** Counts all devices, and those that a user may read. @param userId undefined for a command, which may read all */
export async function countReadable(snapshot: Snapshot, userId: string | undefined) {
  const [counts] = await snapshot.all<ReadableCounts>(countReadableQuery(userId ?? ''))
  const { devices = 0, readable = 0 } = counts ?? {}
  return { devices, readable: userId === undefined ? devices : readable }
}

const IS_PLACED: DeviceCondition = { sql: 'd.site_id IS NOT NULL', parameters: [] }
const IS_NEVER: DeviceCondition = { sql: 'd.last_heartbeat_at IS NULL', parameters: [] }

/** Some of the devices of a site. */
export interface SiteGroup {
  /** Null for those without site. */
  readonly site: string | null
  readonly number: number
  /** The last heartbeat of the one that fell silent last. */
  readonly newest: string | null
}

/** Counts the devices that meet a condition at each site. @param newest SQL for the time of the newest */
function countAtSites(reader: Reader, condition: DeviceCondition, newest = 'NULL'): Promise<SiteGroup[]> {
  const { sql, parameters } = all([condition, readableOfMany(reader)])
  return reader.snapshot.all({
    sql: `SELECT d.site_id AS site, count(*) AS number, ${newest} AS newest FROM devices d WHERE ${sql} GROUP BY d.site_id`,
    parameters,
  })
}

/**
 * Counts the devices of each site, those of them that are silent, and those that were never online. The others are online: of a
 * fleet that is well, these are most, and are not read one by one.
 */
export async function countBySite(reader: Reader, nowMs: number) {
  const isSilent = { sql: IS_SILENT, parameters: silentParameters(nowMs) }
  return {
    placed: await countAtSites(reader, IS_PLACED),
    silent: await countAtSites(reader, isSilent, 'max(d.last_heartbeat_at)'),
    never: await countAtSites(reader, IS_NEVER),
  }
}
