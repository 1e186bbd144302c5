import { IS_ONLINE, onlineParameters } from '../device/presence.ts'
import { deleteRows, insertRows } from '../storage/chunks.ts'
import { BOUND_LIST, boundList, type Query, type Statement } from '../storage/database.ts'
import type { IncidentKind, SilentDevice } from './incident.ts'

/** A device whose last heartbeat is more than five minutes old. */
export interface SilentRow {
  readonly id: string
  readonly name: string
  readonly site_id: string | null
  readonly last_heartbeat_at: string
}

// Some at a time: a service has other things to do meanwhile.
const SILENT = `
SELECT d.id, d.name, d.site_id, d.last_heartbeat_at
FROM devices d
WHERE d.last_heartbeat_at < ? AND (d.last_heartbeat_at, d.name, d.id) > (?, ?, ?)
ORDER BY d.last_heartbeat_at, d.name, d.id
LIMIT 1000`

/** A query for the silent devices after another one, or the first ones. @param limit a time, as text */
export function findSilent(limit: string, after?: SilentRow): Query {
  const { last_heartbeat_at = '', name = '', id = '' } = after ?? {}
  return { sql: SILENT, parameters: [limit, last_heartbeat_at, name, id] }
}

/** An open incident with one of its devices; without, if it has lost all of them. */
export interface MemberRow {
  readonly id: string
  readonly kind: IncidentKind
  readonly subject_id: string | null
  readonly opened_at: number
  readonly is_told: 0 | 1
  readonly device_id: string | null
  readonly site_id: string | null
  readonly started_at: number | null
  readonly returned_at: number | null
  readonly last_heartbeat_at: string | null
  /** The end of its last outage since it began. */
  readonly heard_again_at: number | null
}

const MEMBERS = `
SELECT i.id, i.kind, i.subject_id, i.opened_at,
  CASE WHEN EXISTS (SELECT 1 FROM alert_message_incidents a WHERE a.incident_id = i.id) THEN 1 ELSE 0 END AS is_told,
  m.device_id, d.site_id, m.started_at, m.returned_at, d.last_heartbeat_at,
  CASE WHEN m.returned_at IS NULL THEN (
    SELECT max(o.ended_at) FROM outages o WHERE o.device_id = m.device_id AND o.started_at >= m.started_at
  ) END AS heard_again_at
FROM incidents i
LEFT JOIN incident_devices m ON m.incident_id = i.id
LEFT JOIN devices d ON d.id = m.device_id
WHERE i.ended_at IS NULL
ORDER BY i.id`

export const findMembers: Query = { sql: MEMBERS }

const ONLINE_AT_SITES = `
SELECT d.site_id, count(*) AS online FROM devices d
WHERE d.site_id IN ${BOUND_LIST} AND ${IS_ONLINE}
GROUP BY d.site_id`
const ONLINE = `SELECT count(*) AS online FROM devices d WHERE ${IS_ONLINE}`

/** Queries that count the devices that are online: at each of some sites, and all. */
export function countOnline(siteIds: Iterable<string>, nowMs: number): [Query, Query] {
  const parameters = onlineParameters(nowMs)
  return [
    { sql: ONLINE_AT_SITES, parameters: [boundList(siteIds), ...parameters] },
    { sql: ONLINE, parameters },
  ]
}

const PUT_INCIDENT =
  'INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES (?, ?, ?, ?, ?)'
// A device may have come back, and be silent again.
const PUT_DEVICE = `
INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)
ON CONFLICT (device_id, incident_id) DO UPDATE SET started_at = excluded.started_at, returned_at = NULL`

/** An incident as it is stored when it begins. */
export interface StoredIncident {
  readonly id: string
  readonly kind: IncidentKind
  readonly subjectId: string | null
  readonly devices: readonly SilentDevice[]
}

/** SQL that adds incidents, with their devices. */
export function* putIncidents(incidents: readonly StoredIncident[], nowMs: number): Generator<Statement> {
  const rows = incidents.map(({ id, kind, subjectId, devices }) => {
    const startedMs = Math.min(...devices.map((device) => device.startedMs))
    return [id, kind, subjectId, startedMs, nowMs]
  })
  yield* insertRows(PUT_INCIDENT, rows)
  yield* putMembers(
    incidents.flatMap(({ id, devices }) => devices.map((device) => ({ incidentId: id, device }))),
  )
}

/** SQL that adds devices to incidents. */
export function putMembers(
  members: readonly { readonly incidentId: string; readonly device: SilentDevice }[],
): Generator<Statement> {
  const rows = members.map(({ incidentId, device }) => [device.deviceId, incidentId, device.startedMs])
  return insertRows(PUT_DEVICE, rows)
}

const RETURNED = `
WITH heard (device_id, incident_id, at) AS (VALUES (?, ?, ?))
UPDATE incident_devices SET returned_at = CAST(heard.at AS bigint) FROM heard
WHERE incident_devices.device_id = heard.device_id AND incident_devices.incident_id = heard.incident_id`

/** A device that has come back to stay. */
export interface Return {
  readonly deviceId: string
  readonly incidentId: string
  readonly atMs: number
}

/** SQL that notes which devices have come back. */
export function noteReturns(returns: readonly Return[]): Generator<Statement> {
  return insertRows(
    RETURNED,
    returns.map(({ deviceId, incidentId, atMs }) => [deviceId, incidentId, String(atMs)]),
  )
}

/** SQL that ends an incident. What is still silent belongs to others from then on. */
export function* endIncident(id: string, endedMs: number): Generator<Statement> {
  yield { sql: 'UPDATE incidents SET ended_at = ? WHERE id = ?', parameters: [endedMs, id] }
  yield {
    sql: 'DELETE FROM incident_devices WHERE incident_id = ? AND returned_at IS NULL',
    parameters: [id],
  }
}

/** SQL that deletes incidents, as if they had not been. */
export const deleteIncidents = (ids: Iterable<string>) => deleteRows('incidents', ids)
