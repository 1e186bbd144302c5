import { IS_ONLINE, onlineParameters } from '../../device/presence.ts'
import { chunks, deleteRows, insertRows } from '../../storage/chunks.ts'
import { BOUND_LIST, boundList, type Query, type Statement } from '../../storage/database.ts'
import type { IncidentKind, NewIncident, NewMember, Return } from './incident.ts'

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
export function findSilentQuery(limit: string, after?: SilentRow): Query {
  const { last_heartbeat_at = '', name = '', id = '' } = after ?? {}
  return { sql: SILENT, parameters: [limit, last_heartbeat_at, name, id] }
}

/** An open incident, and which of its devices have come back. */
export interface IncidentRow {
  readonly id: string
  readonly kind: IncidentKind
  readonly subject_id: string | null
  readonly started_at: number
  readonly opened_at: number
  readonly is_told: 0 | 1
  /** Whether all of its devices are stored. */
  readonly is_whole: 0 | 1
  readonly is_unstable: 0 | 1
  readonly returned: number
  readonly first_returned_at: number | null
  readonly last_returned_at: number | null
}

const OPEN = `
SELECT i.id, i.kind, i.subject_id, i.started_at, i.opened_at, i.is_whole, i.is_unstable,
  CASE WHEN EXISTS (SELECT 1 FROM alert_message_incidents a WHERE a.incident_id = i.id) THEN 1 ELSE 0 END AS is_told,
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

const ONLINE_AT_SITES = `
SELECT d.site_id, count(*) AS online FROM devices d
WHERE d.site_id IN ${BOUND_LIST} AND ${IS_ONLINE}
GROUP BY d.site_id`
const ONLINE = `SELECT count(*) AS online FROM devices d WHERE ${IS_ONLINE}`

/** Queries that count the devices that are online: at each of some sites, and all. */
export function countOnlineQueries(siteIds: Iterable<string>, nowMs: number): [Query, Query] {
  const parameters = onlineParameters(nowMs)
  return [
    { sql: ONLINE_AT_SITES, parameters: [boundList(siteIds), ...parameters] },
    { sql: ONLINE, parameters },
  ]
}

const COUNT_OPEN = 'SELECT kind, count(*) AS number FROM incidents WHERE ended_at IS NULL GROUP BY kind'

/** A query for how many incidents of each kind are open; kinds without any have no row. */
export const countOpenQuery: Query = { sql: COUNT_OPEN, parameters: [] }

/** A row of `countOpen`. */
export interface OpenCount {
  readonly kind: IncidentKind
  readonly number: number
}

// A device or a site that is deleted later is still called by its name.
const PUT_INCIDENT = `
INSERT INTO incidents (id, kind, subject_id, started_at, opened_at, is_whole, subject_name)
VALUES (?, ?, ?, ?, ?, ?, (SELECT name FROM devices WHERE id = ?))`
const PUT_SITE_INCIDENT = PUT_INCIDENT.replace('devices', 'sites')
// A device may have come back, and be silent again.
const PUT_DEVICE = `
INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)
ON CONFLICT (device_id, incident_id) DO UPDATE SET started_at = excluded.started_at, returned_at = NULL, remained = 0`

/** SQL that adds an incident, without its devices. @param isWhole whether they are added in the same transaction */
export function putIncidentQuery(
  id: string,
  { kind, subjectId, devices, openedMs }: NewIncident,
  isWhole: boolean,
): Query {
  const startedMs = devices.reduce((earliestMs, device) => Math.min(earliestMs, device.startedMs), openedMs)
  const sql = kind === 'site' ? PUT_SITE_INCIDENT : PUT_INCIDENT
  return { sql, parameters: [id, kind, subjectId, startedMs, openedMs, isWhole ? 1 : 0, subjectId] }
}

const SET_WHOLE = `UPDATE incidents SET is_whole = ? WHERE id IN ${BOUND_LIST}`

/** SQL that notes whether all devices of incidents are stored. */
export function* setWhole(ids: Iterable<string>, isWhole: boolean): Generator<Statement> {
  for (const chunk of chunks(ids)) yield { sql: SET_WHOLE, parameters: [isWhole ? 1 : 0, boundList(chunk)] }
}

/** SQL that adds devices to incidents. */
export function putMembers(members: readonly NewMember[]): Generator<Statement> {
  const rows = members.map(({ incidentId, device }) => [device.deviceId, incidentId, device.startedMs])
  return insertRows(PUT_DEVICE, rows)
}

const RETURNED = `
WITH heard (device_id, incident_id, at) AS (VALUES (?, ?, ?))
UPDATE incident_devices SET returned_at = CAST(heard.at AS bigint) FROM heard
WHERE incident_devices.device_id = heard.device_id AND incident_devices.incident_id = heard.incident_id`

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
    sql: 'UPDATE incident_devices SET remained = 1 WHERE incident_id = ? AND returned_at IS NULL',
    parameters: [id],
  }
}

const RESET = `
DELETE FROM incident_devices WHERE returned_at IS NULL AND remained = 0 AND device_id IN ${BOUND_LIST}`

/** SQL that takes devices out of their incidents, as if they had been added anew. */
export function* removeMembers(deviceIds: Iterable<string>): Generator<Statement> {
  for (const chunk of chunks(deviceIds)) yield { sql: RESET, parameters: [boundList(chunk)] }
}

/** SQL that deletes incidents, as if they had not been. */
export const deleteIncidents = (ids: Iterable<string>) => deleteRows('incidents', ids)
