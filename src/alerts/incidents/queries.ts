import { IS_ONLINE, IS_SILENT, type OnlineParameters, type silentParameters } from '../../device/online.ts'
import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import { defineQuery, defineReader, type Query, type Statement } from '../../storage/database.ts'
import type { Retention } from '../../storage/jobs/retention.ts'
import { insertRows } from '../../storage/statements.ts'
import { type IncidentKind, type NewIncident, type NewMember, type Return, UNSTABLE } from './incident.ts'

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
export const MEMBER_IS_SILENT = `CASE WHEN x.returned_at IS NULL AND NOT ${IS_ONLINE} THEN 1 ELSE 0 END`

/** Finds the next open incidents, in the order of their ids. */
export const findOpenIncidents = defineReader<IncidentRow, [afterId: string]>(`
SELECT i.id, i.kind, i.subject_id, i.opened_at, i.is_unstable,
  CASE WHEN EXISTS (SELECT 1 FROM alert_message_incidents a WHERE a.incident_id = i.id) THEN 1 ELSE 0 END AS has_message,
  count(m.returned_at) AS returned, min(m.returned_at) AS first_returned_at, max(m.returned_at) AS last_returned_at
FROM incidents i
LEFT JOIN incident_devices m ON m.incident_id = i.id AND m.returned_at IS NOT NULL
WHERE i.ended_at IS NULL AND i.id > ?
GROUP BY i.id
ORDER BY i.id
LIMIT 500`)

/** A device of an open incident that is not stored as returned. */
export interface MemberRow {
  readonly device_id: string
  readonly incident_id: string
  readonly site_id: string | null
  readonly started_at: number
  readonly last_heartbeat_at: string | null
  /** The end of its last outage since `started_at`, if it is online. */
  readonly heard_again_at: number | null
}

/** Finds the next devices of open incidents, in the order of their ids. */
export const findMembers = defineReader<MemberRow, [...OnlineParameters, afterId: string]>(`
SELECT m.device_id, m.incident_id, m.started_at, d.site_id, d.last_heartbeat_at,
  CASE WHEN ${IS_ONLINE} THEN (
    SELECT max(o.ended_at) FROM outages o WHERE o.device_id = m.device_id AND o.started_at >= m.started_at
  ) END AS heard_again_at
FROM incident_devices m JOIN devices d ON d.id = m.device_id
WHERE m.returned_at IS NULL AND m.remained = 0 AND m.device_id > ?
ORDER BY m.device_id
LIMIT 1000`)

/** An incident of a device that has become unstable, and the beginning of the first of its outages. */
export interface UnstableRow {
  readonly incident_id: string
  readonly started_at: number
}

/** Finds the incidents of devices that have become unstable. The current outage is not stored, but counts as well. */
export const findUnstable = defineReader<
  UnstableRow,
  [sinceMs: number, sinceMs: number, ...OnlineParameters]
>(`
SELECT i.id AS incident_id,
  CASE WHEN o.started_at < i.started_at THEN o.started_at ELSE i.started_at END AS started_at
FROM (
  SELECT device_id, count(*) AS number, min(started_at) AS started_at
  FROM outages WHERE ended_at > ? AND started_at > ?
  GROUP BY device_id HAVING count(*) >= ${UNSTABLE.outages - 1}
) AS o
JOIN incident_devices x ON x.device_id = o.device_id AND x.returned_at IS NULL AND x.remained = 0
JOIN incidents i ON i.id = x.incident_id
JOIN devices d ON d.id = x.device_id
WHERE i.kind = 'device' AND i.is_unstable = 0 AND o.number + ${MEMBER_IS_SILENT} >= ${UNSTABLE.outages}`)

/** Counts the open incidents of each kind. A kind without incidents has no row. */
export const countOpenIncidents = defineReader<{ readonly kind: IncidentKind; readonly number: number }>(
  'SELECT kind, count(*) AS number FROM incidents WHERE ended_at IS NULL GROUP BY kind',
)

// The name is stored, so that messages can name a device or a site that was deleted later.
const putIncident = (subjects: 'devices' | 'sites') => `
INSERT INTO incidents (id, kind, subject_id, started_at, opened_at, subject_name)
VALUES (?, ?, ?, ?, ?, (SELECT name FROM ${subjects} WHERE id = ?))`
// The device may already be in the incident: it had returned, and is silent again.
const PUT_DEVICE = `
INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)
ON CONFLICT (device_id, incident_id) DO UPDATE SET started_at = excluded.started_at, returned_at = NULL, remained = 0`

/** A query that adds an incident, without its devices. */
export function putIncidentStatement(
  id: string,
  { kind, subjectId, devices, noticedMs }: NewIncident,
): Query {
  const startedMs = devices.reduce((earliestMs, device) => Math.min(earliestMs, device.startedMs), noticedMs)
  return {
    sql: putIncident(kind === 'site' ? 'sites' : 'devices'),
    parameters: [id, kind, subjectId, startedMs, noticedMs, subjectId],
  }
}

/** A query that records that the device of an incident is unstable, unless the device has returned. */
export const noteUnstableStatement = defineQuery<[startedMs: number, incidentId: string]>(`
UPDATE incidents SET is_unstable = 1, started_at = ? WHERE id = ? AND EXISTS (
  SELECT 1 FROM incident_devices x WHERE x.incident_id = incidents.id AND x.returned_at IS NULL)`)

/** SQL that adds devices to incidents. */
export function putMembers(members: readonly NewMember[]): Generator<Statement> {
  const rows = members.map(({ incidentId, device }) => [device.deviceId, incidentId, device.startedMs])
  return insertRows(PUT_DEVICE, rows)
}

const RETURNED = `
WITH online_again (device_id, incident_id, at) AS (VALUES (?, ?, ?))
UPDATE incident_devices SET returned_at = CAST(online_again.at AS bigint) FROM online_again
WHERE incident_devices.device_id = online_again.device_id AND incident_devices.incident_id = online_again.incident_id`

/** SQL that records which devices have returned. */
export function noteReturns(returns: readonly Return[]): Generator<Statement> {
  return insertRows(
    RETURNED,
    returns.map(({ deviceId, incidentId, atMs }) => [deviceId, incidentId, String(atMs)]),
  )
}

/** SQL that ends an incident. Devices that are still silent join other incidents. */
export function* endIncident(id: string, endedMs: number): Generator<Statement> {
  yield { sql: 'UPDATE incidents SET ended_at = ? WHERE id = ?', parameters: [endedMs, id] }
  yield {
    sql: 'UPDATE incident_devices SET remained = 1 WHERE incident_id = ? AND returned_at IS NULL',
    parameters: [id],
  }
}

// An incident can contain the whole fleet, so its devices are deleted in parts.
const DELETE_OLD_DEVICES = `
DELETE FROM incident_devices WHERE (device_id, incident_id) IN (
  SELECT m.device_id, m.incident_id
  FROM incidents i JOIN incident_devices m ON m.incident_id = i.id
  WHERE i.ended_at < ?
  LIMIT 1000
)`
const DELETE_OLD = `
DELETE FROM incidents WHERE id IN (
  SELECT i.id FROM incidents i
  WHERE i.ended_at < ? AND NOT EXISTS (SELECT 1 FROM incident_devices m WHERE m.incident_id = i.id)
  LIMIT 1000
)`

// A message is also the record that its route was notified, so it is kept as long as its incidents.
const DELETE_OLD_MESSAGES = `
DELETE FROM alert_messages WHERE id IN (
  SELECT a.id FROM alert_messages a
  WHERE a.created_at < ? AND NOT EXISTS (SELECT 1 FROM alert_message_incidents t WHERE t.message_id = a.id)
  LIMIT 1000
)`

const DELETE_OLD_MUTES = 'DELETE FROM alert_mutes WHERE until < ?'

/** Deletes incidents that are no longer kept, with their devices and messages, at most 1000 rows of each at a time, and old mutes. */
export const incidentRetention: Retention = {
  name: 'incident-retention',
  keptMs: OUTAGES_KEPT_MS,
  findOld: 'SELECT 1 AS found FROM incidents WHERE ended_at < ? LIMIT 1',
  deleteOld: [DELETE_OLD_DEVICES, DELETE_OLD, DELETE_OLD_MESSAGES, DELETE_OLD_MUTES],
}
