import { IS_ONLINE, IS_SILENT, type OnlineParameters, type silentParameters } from '../../../device/online.ts'
import { reader } from '../../../storage/database.ts'

/** A device whose last heartbeat is more than five minutes old. */
export interface SilentRow {
  readonly id: string
  readonly name: string
  readonly site_id: string | null
  readonly last_heartbeat_at: string
}

/** Finds the next silent devices. Few are read at a time, so that the query does not block the process for long. */
export const findSilent = reader<
  SilentRow,
  [...ReturnType<typeof silentParameters>, afterHeartbeatAt: string, afterName: string, afterId: string]
>(`
SELECT d.id, d.name, d.site_id, d.last_heartbeat_at
FROM devices d
WHERE ${IS_SILENT} AND (d.last_heartbeat_at, d.name, d.id) > (?, ?, ?)
ORDER BY d.last_heartbeat_at, d.name, d.id
LIMIT 1000`)

/** Counts the devices that are online, at each site and without one. */
export const countOnline = reader<
  { readonly site_id: string | null; readonly online: number },
  OnlineParameters
>(`SELECT d.site_id, count(*) AS online FROM devices d WHERE ${IS_ONLINE} GROUP BY d.site_id`)
