import { IS_ONLINE, IS_SILENT, type OnlineParameters, type silentParameters } from '../../../device/online.ts'
import { defineReader } from '../../../storage/define-query.ts'
import type { IncidentKind } from '../incident.ts'

/** A device whose last heartbeat is more than five minutes old. */
export interface SilentRow {
  readonly id: string
  readonly name: string
  readonly site_id: string | null
  readonly last_heartbeat_at: string
}

/** Finds the next silent devices. Few are read at a time, so that the query does not block the process for long. */
export const findSilent = defineReader<
  SilentRow,
  [...ReturnType<typeof silentParameters>, afterHeartbeatAt: string, afterName: string, afterId: string]
>(`
SELECT d.id, d.name, d.site_id, d.last_heartbeat_at
FROM devices d
WHERE ${IS_SILENT} AND (d.last_heartbeat_at, d.name, d.id) > (?, ?, ?)
ORDER BY d.last_heartbeat_at, d.name, d.id
LIMIT 1000`)

/** Counts the devices that are online, at each site and without one. */
export const countOnline = defineReader<
  { readonly site_id: string | null; readonly online: number },
  OnlineParameters
>(`SELECT d.site_id, count(*) AS online FROM devices d WHERE ${IS_ONLINE} GROUP BY d.site_id`)

/** An open incident, with the number of its devices that have returned. */
export interface IncidentRow {
  readonly id: string
  readonly kind: IncidentKind
  readonly subject_id: string | null
  readonly opened_at: number
  readonly has_message: 0 | 1
  readonly is_unstable: 0 | 1
  readonly returned: number
  readonly first_returned_at: number | null
  readonly last_returned_at: number | null
}

/** SQL: 1 if device `d` of row `x` of `incident_devices` is silent now, or else 0; with `onlineParameters`. */
export const STILL_SILENT_0_OR_1 = `CASE WHEN x.returned_at IS NULL AND NOT ${IS_ONLINE} THEN 1 ELSE 0 END`

/** Finds the next open incidents, in the order of their ids. */
export const findOpenIncidents = defineReader<IncidentRow, [afterId: string]>(`
SELECT i.id, i.kind, i.subject_id, i.opened_at, i.is_unstable,
  CASE WHEN EXISTS (SELECT 1 FROM alert_message_incidents t WHERE t.incident_id = i.id) THEN 1 ELSE 0 END AS has_message,
  count(x.returned_at) AS returned, min(x.returned_at) AS first_returned_at, max(x.returned_at) AS last_returned_at
FROM incidents i
LEFT JOIN incident_devices x ON x.incident_id = i.id AND x.returned_at IS NOT NULL
WHERE i.ended_at IS NULL AND i.id > ?
GROUP BY i.id
ORDER BY i.id
LIMIT 500`)

/** A device of an open incident that is not stored as returned. */
export interface NotReturnedRow {
  readonly device_id: string
  readonly incident_id: string
  readonly site_id: string | null
  readonly started_at: number
  readonly last_heartbeat_at: string | null
  /** The end of its last outage since `started_at`, if it is online. */
  readonly online_since: number | null
}

/** Finds the next devices of open incidents, in the order of their ids. */
export const findNotReturned = defineReader<NotReturnedRow, [...OnlineParameters, afterId: string]>(`
SELECT x.device_id, x.incident_id, x.started_at, d.site_id, d.last_heartbeat_at,
  CASE WHEN ${IS_ONLINE} THEN (
    SELECT max(o.ended_at) FROM outages o WHERE o.device_id = x.device_id AND o.started_at >= x.started_at
  ) END AS online_since
FROM incident_devices x JOIN devices d ON d.id = x.device_id
WHERE x.returned_at IS NULL AND x.silent_at_end = 0 AND x.device_id > ?
ORDER BY x.device_id
LIMIT 1000`)

/** Counts the open incidents of each kind. A kind without incidents has no row. */
export const countOpenIncidents = defineReader<{ readonly kind: IncidentKind; readonly number: number }>(
  'SELECT kind, count(*) AS number FROM incidents WHERE ended_at IS NULL GROUP BY kind',
)
