import { DAY_MS } from '../../../../lib/time/durations.ts'
import { BOUND_LIST, boundList, type Database, type Query } from '../../../../storage/database.ts'
import type { IncidentKind } from '../../../incidents/incident.ts'
import { CHATS } from '../../receivers/formats.ts'

/** A row of `incidents`, with the site that it is at. Times are in milliseconds. */
export interface StoredIncident {
  readonly id: string
  readonly kind: IncidentKind
  readonly subject_id: string | null
  /** The name that its device or site had when it was opened. */
  readonly subject_name: string | null
  /** Whether its device still exists; 0 if it is not of a device. */
  readonly has_device: 0 | 1
  readonly site_id: string | null
  readonly started_at: number
  readonly opened_at: number
  readonly ended_at: number | null
  /** Whether all of its devices are stored. */
  readonly is_whole: 0 | 1
  readonly is_unstable: 0 | 1
}

/** An incident, and until when its device or site is or was muted. */
export interface TellableIncident extends StoredIncident {
  readonly muted_until: number | null
}

/** An open incident of which a route was not told. */
export interface UntoldIncident extends TellableIncident {
  readonly route_id: string
}

/** An incident of which a message tells. */
export interface MessageIncident extends TellableIncident {
  readonly message_id: string
  /** Whether an incident of the same device or site is open, which may be this one. */
  readonly is_open_again: 0 | 1
}

/** An incident that is over, and of which a route may know. */
export interface UntoldEnd extends StoredIncident {
  readonly route_id: string
}

const INCIDENT = `
i.id, i.kind, i.subject_id, i.subject_name, i.started_at, i.opened_at, i.ended_at, i.is_whole, i.is_unstable,
CASE WHEN d.id IS NULL THEN 0 ELSE 1 END AS has_device,
CASE i.kind WHEN 'site' THEN i.subject_id ELSE d.site_id END AS site_id`
const PLACED = `LEFT JOIN devices d ON i.kind = 'device' AND d.id = i.subject_id`
const MUTED = `
LEFT JOIN (
  SELECT kind, subject_id, until FROM alert_mutes WHERE kind <> 'route'
) AS m ON (m.kind = 'site' AND m.subject_id = placed.site_id)
  OR (m.kind = 'device' AND placed.kind = 'device' AND m.subject_id = placed.subject_id)`

// The incident of a site takes the place of those that its devices had before. What fails later is told as well. The open sites are
// read once, and not for each of thousands of others.
const UNTOLD = `
SELECT placed.*, r.id AS route_id, m.until AS muted_until
FROM (SELECT ${INCIDENT} FROM incidents i ${PLACED} WHERE i.ended_at IS NULL) AS placed
JOIN alert_routes r ON r.site_id IS NULL OR placed.kind = 'feed' OR r.site_id = placed.site_id
LEFT JOIN (
  SELECT subject_id, max(opened_at) AS opened_at FROM incidents
  WHERE ended_at IS NULL AND kind = 'site' GROUP BY subject_id
) AS site ON placed.kind = 'device' AND site.subject_id = placed.site_id
${MUTED}
WHERE r.disabled_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM alert_message_incidents t
  WHERE t.incident_id = placed.id AND t.route_id = r.id AND t.kind = 'opened'
) AND (site.opened_at IS NULL OR site.opened_at < placed.opened_at)
ORDER BY placed.started_at, placed.id, r.id`

const OF_MESSAGES = `
SELECT placed.*, t.message_id, m.until AS muted_until,
  CASE WHEN placed.kind || ' ' || coalesce(placed.subject_id, '') IN (
    SELECT kind || ' ' || coalesce(subject_id, '') FROM incidents WHERE ended_at IS NULL
  ) THEN 1 ELSE 0 END AS is_open_again
FROM alert_message_incidents t
JOIN (SELECT ${INCIDENT} FROM incidents i ${PLACED}) AS placed ON placed.id = t.incident_id
${MUTED}
WHERE t.message_id IN ${BOUND_LIST}
ORDER BY placed.started_at, placed.id`

// Those of which the receiver may know. If an attempt failed, it may still have got the message: people in a chat would have noticed,
// but a program must be told that it is over.
const UNTOLD_ENDS = `
SELECT ${INCIDENT}, t.route_id
FROM alert_message_incidents t
JOIN incidents i ON i.id = t.incident_id
JOIN alert_routes r ON r.id = t.route_id
JOIN alert_messages a ON a.id = t.message_id
${PLACED}
WHERE t.kind = 'opened' AND i.ended_at > ? AND r.disabled_at IS NULL
  AND (a.sent_at IS NOT NULL OR a.attempts > 0 AND r.format NOT IN ${BOUND_LIST})
  AND NOT EXISTS (
    SELECT 1 FROM alert_message_incidents told
    WHERE told.incident_id = t.incident_id AND told.route_id = t.route_id AND told.kind = 'resolved'
  )
ORDER BY i.ended_at, i.id`

/** A query for the open incidents of which routes that are on were not told. One with two mutes has two rows. */
export const findUntoldQuery: Query = { sql: UNTOLD }

/** Longer than attempts, quiet hours and mutes can delay a message. What ended before is not news. */
const LONGEST_TOLD_MS = 14 * DAY_MS

/** A query for the incidents that are over, and of which routes that are on may know and were not told that. */
export function findUntoldEndsQuery(nowMs: number): Query {
  return { sql: UNTOLD_ENDS, parameters: [nowMs - LONGEST_TOLD_MS, boundList(CHATS)] }
}

/** Reads the incidents of which messages tell. */
export async function readMessageIncidents(
  database: Database,
  messageIds: Iterable<string>,
): Promise<MessageIncident[]> {
  const rows = await database.all<MessageIncident>(OF_MESSAGES, boundList(messageIds))
  return withLatestMute(rows, ({ message_id }) => message_id)
}

/** A device and its site can both be muted, which gives two rows. */
export function withLatestMute<Row extends TellableIncident>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
): Row[] {
  const latest = new Map<string, Row>()
  for (const row of rows) {
    const key = `${groupOf(row)}\n${row.id}`
    const other = latest.get(key)
    if (other === undefined || (other.muted_until ?? 0) < (row.muted_until ?? 0)) latest.set(key, row)
  }
  return [...latest.values()]
}
