import { chunks, insertRows } from '../../../storage/chunks.ts'
import { BOUND_LIST, boundList, type Query, query, type Statement } from '../../../storage/database.ts'
import type { NewIncident, NewMember, Return } from '../incident.ts'

// A device or a site that is deleted later is still called by its name.
const PUT_INCIDENT = `
INSERT INTO incidents (id, kind, subject_id, started_at, opened_at, is_whole, subject_name)
VALUES (?, ?, ?, ?, ?, ?, (SELECT name FROM devices WHERE id = ?))`
const PUT_SITE_INCIDENT = PUT_INCIDENT.replace('devices', 'sites')
// A device may have come back, and be silent again.
const PUT_DEVICE = `
INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)
ON CONFLICT (device_id, incident_id) DO UPDATE SET started_at = excluded.started_at, returned_at = NULL, remained = 0`

/** A query that adds an incident, without its devices. @param isWhole whether they are added in the same transaction */
export function putIncidentQuery(
  id: string,
  { kind, subjectId, devices, openedMs }: NewIncident,
  isWhole: boolean,
): Query {
  const startedMs = devices.reduce((earliestMs, device) => Math.min(earliestMs, device.startedMs), openedMs)
  const sql = kind === 'site' ? PUT_SITE_INCIDENT : PUT_INCIDENT
  return { sql, parameters: [id, kind, subjectId, startedMs, openedMs, isWhole ? 1 : 0, subjectId] }
}

/** A query that notes that the device of an incident is unstable. */
export const noteUnstableQuery = query<[startedMs: number, incidentId: string]>(
  'UPDATE incidents SET is_unstable = 1, started_at = ? WHERE id = ?',
)

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
