import { IS_ONLINE, type OnlineParameters } from '../../device/online.ts'
import { randomId } from '../../lib/random-id.ts'
import { BOUND_LIST, defineQuery, defineReader, type Statement } from '../../storage/database.ts'
import { insertRows } from '../../storage/statements.ts'
import type { AlertRoute } from '../alert-route.ts'
import type { IncidentKind } from '../incidents/incident.ts'
import { MEMBER_IS_SILENT } from '../incidents/queries.ts'
import { type MessageKind, MOST_NAMED } from '../message.ts'
import { ALERT_ROUTE_ACCEPTS, ALERT_ROUTES_AND_MUTES, IS_CHAT } from '../queries.ts'

/** A row of `incidents`, with its site and its mute. Times are in milliseconds. */
export interface StoredIncident {
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

/** An incident whose beginning or end a route has not been notified of. */
export interface AlertRouteIncident extends StoredIncident, Pick<AlertRoute, 'after_seconds'> {
  readonly route_id: string
}

/** An incident that a message notifies of. */
export interface MessageIncident extends StoredIncident {
  readonly message_id: string
  /** Whether an incident of the same device or site is open, which may be this one. */
  readonly is_open_again: 0 | 1
}

const SITE_ID = "CASE i.kind WHEN 'site' THEN i.subject_id ELSE d.site_id END"

/** SQL: incidents `i`, as rows of `StoredIncident`. */
const INCIDENTS = `(
  SELECT i.id, i.kind, i.subject_id, i.subject_name, i.started_at, i.opened_at, i.ended_at, i.is_unstable,
    ${SITE_ID} AS site_id, (
      SELECT max(m.until) FROM alert_mutes m
      WHERE m.kind = 'device' AND m.subject_id = d.id OR m.kind = 'site' AND m.subject_id = ${SITE_ID}
    ) AS muted_until
  FROM incidents i LEFT JOIN devices d ON i.kind = 'device' AND d.id = i.subject_id
) AS i`

/** SQL: whether route `r` has been notified of incident `i`. */
const isNotified = (kind: MessageKind) => `EXISTS (
  SELECT 1 FROM alert_message_incidents n WHERE n.incident_id = i.id AND n.route_id = r.id AND n.kind = '${kind}'
)`

/**
 * Finds the open incidents that routes have not been notified of, without those of devices that are older than the incident of
 * their site. The incidents of sites are read once, and not for each of thousands of incidents.
 */
export const findNewIncidents = defineReader<AlertRouteIncident, [nowMs: number]>(`
SELECT i.*, r.id AS route_id, r.after_seconds
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
 * its attempt failed: programs get the end in that case, too. People do not.
 */
export const findEndedIncidents = defineReader<AlertRouteIncident, [sinceMs: number, nowMs: number]>(`
SELECT i.*, r.id AS route_id, r.after_seconds
FROM ${INCIDENTS}
JOIN alert_message_incidents t ON t.incident_id = i.id AND t.kind = 'opened'
JOIN alert_messages a ON a.id = t.message_id
JOIN alert_routes r ON r.id = t.route_id
LEFT JOIN alert_mutes m ON m.kind = 'route' AND m.subject_id = r.id
WHERE i.ended_at > ? AND ${ALERT_ROUTE_ACCEPTS}
  AND (a.sent_at IS NOT NULL OR a.attempts > 0 AND NOT ${IS_CHAT}) AND NOT ${isNotified('resolved')}
ORDER BY i.ended_at, i.id`)

/** Finds the incidents that messages notify of. */
export const findIncidentsOf = defineReader<MessageIncident, [messageIds: Iterable<string>]>(`
SELECT i.*, t.message_id, CASE WHEN (i.kind, coalesce(i.subject_id, '')) IN (
    SELECT kind, coalesce(subject_id, '') FROM incidents WHERE ended_at IS NULL
  ) THEN 1 ELSE 0 END AS is_open_again
FROM alert_message_incidents t JOIN ${INCIDENTS} ON i.id = t.incident_id
WHERE t.message_id IN ${BOUND_LIST}
ORDER BY i.started_at, i.id`)

export interface SiteFacts {
  readonly id: string
  readonly name: string
  readonly timezone: string
  /** How many devices it has, and how many of them are online. */
  readonly devices: number
  readonly online: number
}

/** A device of an incident, with numbers about all devices of that incident. */
export interface IncidentDeviceRow {
  readonly incident_id: string
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly last_heartbeat_at: string
  readonly total: number
  readonly silent: number
  readonly latest_heartbeat_at: string
}

/** A query for at most `MOST_NAMED` devices of each incident, the silent ones first. */
export const incidentDevicesQuery = defineQuery<[...OnlineParameters, incidentIds: Iterable<string>]>(`
SELECT * FROM (
  SELECT members.*,
    row_number() OVER (PARTITION BY incident_id ORDER BY is_silent DESC, name, id) AS nth,
    count(*) OVER (PARTITION BY incident_id) AS total,
    sum(is_silent) OVER (PARTITION BY incident_id) AS silent,
    max(last_heartbeat_at) OVER (PARTITION BY incident_id) AS latest_heartbeat_at
  FROM (
    SELECT x.incident_id, d.id, d.name, d.timezone, d.last_heartbeat_at,
      ${MEMBER_IS_SILENT} AS is_silent
    FROM incident_devices x JOIN devices d ON d.id = x.device_id
    WHERE x.incident_id IN ${BOUND_LIST} AND d.last_heartbeat_at IS NOT NULL
  ) AS members
) AS ranked
WHERE nth <= ${MOST_NAMED} ORDER BY incident_id, nth`)

/** A query for sites, and how many of their devices are online. */
export const siteFactsQuery = defineQuery<[...OnlineParameters, siteIds: Iterable<string>]>(`
SELECT s.id, s.name, s.timezone, count(d.id) AS devices, sum(CASE WHEN ${IS_ONLINE} THEN 1 ELSE 0 END) AS online
FROM sites s LEFT JOIN devices d ON d.site_id = s.id
WHERE s.id IN ${BOUND_LIST} GROUP BY s.id, s.name, s.timezone`)

/** A query for the number of devices that have ever sent a heartbeat. */
export const countFleetQuery = defineQuery(
  'SELECT count(*) AS devices FROM devices WHERE last_heartbeat_at IS NOT NULL',
)

/** A route that is on, and how many messages were written for it recently. */
export interface ActiveAlertRoute extends Pick<AlertRoute, 'id' | 'format'> {
  readonly recent: number
}

export const findActiveAlertRoutes = defineReader<ActiveAlertRoute, [sinceMs: number]>(`
SELECT r.id, r.format,
  (SELECT count(*) FROM alert_messages a WHERE a.route_id = r.id AND a.created_at > ?) AS recent
FROM alert_routes r
WHERE r.disabled_at IS NULL ORDER BY r.id`)

/** A message to be stored. Its text is made when it is sent. */
export interface NewMessage {
  readonly alertRouteId: string
  readonly kind: MessageKind
  readonly incidentIds: readonly string[]
}

const ADD_MESSAGE = `
INSERT INTO alert_messages (id, route_id, kind, body, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?, ?)`
const ADD_INCIDENT = `
INSERT INTO alert_message_incidents (incident_id, route_id, kind, message_id) VALUES (?, ?, ?, ?)`

/** SQL that stores messages, which are to be sent at once. */
export function* addMessages(planned: readonly NewMessage[], nowMs: number): Generator<Statement> {
  const messages = planned.map((message) => ({ id: randomId('msg'), ...message }))
  yield* insertRows(
    ADD_MESSAGE,
    messages.map(({ id, alertRouteId, kind }) => [id, alertRouteId, kind, '{}', nowMs, nowMs]),
  )
  yield* insertRows(
    ADD_INCIDENT,
    messages.flatMap(({ id, alertRouteId, kind, incidentIds }) =>
      incidentIds.map((incidentId) => [incidentId, alertRouteId, kind, id]),
    ),
  )
}
