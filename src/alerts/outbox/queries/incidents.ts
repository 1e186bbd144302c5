import { BOUND_LIST, defineReader } from '../../../storage/define-query.ts'
import type { AlertRoute } from '../../alert-route.ts'
import type { IncidentKind } from '../../incidents/incident.ts'
import type { MessageKind } from '../../message.ts'
import { ALERT_ROUTE_ACCEPTS, ALERT_ROUTES_AND_MUTES, IS_FOR_PEOPLE } from '../../queries.ts'

/** An incident, and a route that is or may be notified of it. Times are in milliseconds. */
export interface IncidentForRoute extends Pick<AlertRoute, 'delay_seconds'> {
  readonly route_id: string
  readonly id: string
  readonly kind: IncidentKind
  readonly subject_id: string | null
  /** The name that its device or site had when the incident began. */
  readonly subject_name: string | null
  readonly site_id: string | null
  readonly started_at: number
  readonly opened_at: number
  readonly ended_at: number | null
  readonly is_unstable: 0 | 1
  /** Until when its device or its site is, or was, muted; null if neither was. */
  readonly muted_until: number | null
}

/** An incident that a message notifies of. */
export interface MessageIncident extends IncidentForRoute {
  readonly message_id: string
  /** Whether any incident of the same device, site or feed is open. This incident counts too. */
  readonly subject_has_open_incident: 0 | 1
}

const SITE_ID = "CASE i.kind WHEN 'site' THEN i.subject_id ELSE d.site_id END"

/** SQL: incidents `i`, each with its site and its mute. */
const INCIDENTS = `(
  SELECT i.id, i.kind, i.subject_id, i.subject_name, i.started_at, i.opened_at, i.ended_at, i.is_unstable,
    ${SITE_ID} AS site_id, (
      SELECT max(m.until) FROM alert_mutes m
      WHERE m.kind = 'device' AND m.subject_id = d.id OR m.kind = 'site' AND m.subject_id = ${SITE_ID}
    ) AS muted_until
  FROM incidents i LEFT JOIN devices d ON i.kind = 'device' AND d.id = i.subject_id
) AS i`

/** SQL: the columns of `IncidentForRoute`, for incident `i` and route `r`. */
const ALERT_ROUTE_INCIDENT = 'i.*, r.id AS route_id, r.delay_seconds'

/** SQL: whether route `r` has been notified of incident `i`. */
const isNotified = (kind: MessageKind) => `EXISTS (
  SELECT 1 FROM alert_message_incidents n WHERE n.incident_id = i.id AND n.route_id = r.id AND n.kind = '${kind}'
)`

/**
 * Finds the open incidents of which routes have not been notified. While an incident of a site is open, earlier incidents of its
 * devices are left out. The incidents of sites are read once, and not for each of thousands of incidents.
 */
export const findNewIncidents = defineReader<IncidentForRoute, [nowMs: number]>(`
SELECT ${ALERT_ROUTE_INCIDENT}
FROM ${ALERT_ROUTES_AND_MUTES}
JOIN ${INCIDENTS} ON r.site_id IS NULL OR i.kind = 'feed' OR r.site_id = i.site_id
LEFT JOIN (
  SELECT subject_id, max(opened_at) AS opened_at FROM incidents
  WHERE ended_at IS NULL AND kind = 'site' GROUP BY subject_id
) AS site ON i.kind = 'device' AND site.subject_id = i.site_id
WHERE ${ALERT_ROUTE_ACCEPTS} AND i.ended_at IS NULL AND NOT ${isNotified('opened')}
  AND (site.opened_at IS NULL OR site.opened_at < i.opened_at)
ORDER BY i.started_at, i.id, r.id`)

/**
 * Finds ended incidents for routes that were notified of the beginning, but not of the end. A message may have arrived although
 * the attempt to send it failed. In that case, programs are notified of the end, and people are not.
 */
export const findEndedIncidents = defineReader<IncidentForRoute, [sinceMs: number, nowMs: number]>(`
SELECT ${ALERT_ROUTE_INCIDENT}
FROM ${INCIDENTS}
JOIN alert_message_incidents t ON t.incident_id = i.id AND t.kind = 'opened'
JOIN alert_messages a ON a.id = t.message_id
JOIN alert_routes r ON r.id = t.route_id
LEFT JOIN alert_mutes m ON m.kind = 'route' AND m.subject_id = r.id
WHERE i.ended_at > ? AND ${ALERT_ROUTE_ACCEPTS}
  AND (a.sent_at IS NOT NULL OR a.attempts > 0 AND NOT ${IS_FOR_PEOPLE}) AND NOT ${isNotified('resolved')}
ORDER BY i.ended_at, i.id`)

/** Finds the incidents that messages notify of. */
export const findIncidentsOf = defineReader<MessageIncident, [messageIds: Iterable<string>]>(`
SELECT ${ALERT_ROUTE_INCIDENT}, t.message_id, CASE WHEN (i.kind, coalesce(i.subject_id, '')) IN (
    SELECT kind, coalesce(subject_id, '') FROM incidents WHERE ended_at IS NULL
  ) THEN 1 ELSE 0 END AS subject_has_open_incident
FROM alert_message_incidents t JOIN ${INCIDENTS} ON i.id = t.incident_id JOIN alert_routes r ON r.id = t.route_id
WHERE t.message_id IN ${BOUND_LIST}
ORDER BY i.started_at, i.id`)
