import type { Query } from '../../../storage/database.ts'
import type { IncidentKind } from '../incident.ts'

/** An open incident, and which of its devices have come back. */
export interface IncidentRow {
  readonly id: string
  readonly kind: IncidentKind
  readonly subject_id: string | null
  readonly started_at: number
  readonly opened_at: number
  readonly has_message: 0 | 1
  /** Whether all of its devices are stored. */
  readonly is_whole: 0 | 1
  readonly is_unstable: 0 | 1
  readonly returned: number
  readonly first_returned_at: number | null
  readonly last_returned_at: number | null
}

const OPEN = `
SELECT i.id, i.kind, i.subject_id, i.started_at, i.opened_at, i.is_whole, i.is_unstable,
  CASE WHEN EXISTS (SELECT 1 FROM alert_message_incidents a WHERE a.incident_id = i.id) THEN 1 ELSE 0 END AS has_message,
  count(m.returned_at) AS returned, min(m.returned_at) AS first_returned_at, max(m.returned_at) AS last_returned_at
FROM incidents i
LEFT JOIN incident_devices m ON m.incident_id = i.id AND m.returned_at IS NOT NULL
WHERE i.ended_at IS NULL AND i.id > ?
GROUP BY i.id
ORDER BY i.id
LIMIT 500`

/** A query for the open incidents after another one, or the first ones. */
export function findOpenQuery(after?: IncidentRow): Query {
  return { sql: OPEN, parameters: [after?.id ?? ''] }
}

/** A device of an open incident that has not come back to stay, as far as is known. */
export interface MemberRow {
  readonly device_id: string
  readonly incident_id: string
  readonly site_id: string | null
  readonly started_at: number
  readonly last_heartbeat_at: string | null
  /** The end of its last outage since then, if it is online. */
  readonly heard_again_at: number | null
}

const MEMBERS = `
SELECT m.device_id, m.incident_id, m.started_at, d.site_id, d.last_heartbeat_at,
  CASE WHEN d.last_heartbeat_at >= ? THEN (
    SELECT max(o.ended_at) FROM outages o WHERE o.device_id = m.device_id AND o.started_at >= m.started_at
  ) END AS heard_again_at
FROM incident_devices m JOIN devices d ON d.id = m.device_id
WHERE m.returned_at IS NULL AND m.remained = 0 AND m.device_id > ?
ORDER BY m.device_id
LIMIT 1000`

/** A query for the devices of open incidents after another one, or the first ones. @param limit a time, as text */
export function findMembersQuery(limit: string, after?: MemberRow): Query {
  return { sql: MEMBERS, parameters: [limit, after?.device_id ?? ''] }
}

/** A query for how many incidents of each kind are open; kinds without any have no row. */
export const countOpenQuery: Query = {
  sql: 'SELECT kind, count(*) AS number FROM incidents WHERE ended_at IS NULL GROUP BY kind',
}

/** A row of `countOpenQuery`. */
export interface OpenCount {
  readonly kind: IncidentKind
  readonly number: number
}
