import { insertRows } from '../../../storage/chunks.ts'
import { type Query, query, type Statement } from '../../../storage/database.ts'
import type { NewIncident, NewMember, Return } from '../incident.ts'

// The name is stored, so that messages can name a device or a site that was deleted later.
const putIncident = (subjects: 'devices' | 'sites') => `
INSERT INTO incidents (id, kind, subject_id, started_at, opened_at, subject_name)
VALUES (?, ?, ?, ?, ?, (SELECT name FROM ${subjects} WHERE id = ?))`
// The device may already be in the incident: it had returned, and is silent again.
const PUT_DEVICE = `
INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)
ON CONFLICT (device_id, incident_id) DO UPDATE SET started_at = excluded.started_at, returned_at = NULL, remained = 0`

/** A query that adds an incident, without its devices. */
export function putIncidentQuery(id: string, { kind, subjectId, devices, openedMs }: NewIncident): Query {
  const startedMs = devices.reduce((earliestMs, device) => Math.min(earliestMs, device.startedMs), openedMs)
  return {
    sql: putIncident(kind === 'site' ? 'sites' : 'devices'),
    parameters: [id, kind, subjectId, startedMs, openedMs, subjectId],
  }
}

/** A query that records that the device of an incident is unstable. */
export const noteUnstableQuery = query<[startedMs: number, incidentId: string]>(
  'UPDATE incidents SET is_unstable = 1, started_at = ? WHERE id = ?',
)

/** SQL that adds devices to incidents. */
export function putMembers(members: readonly NewMember[]): Generator<Statement> {
  const rows = members.map(({ incidentId, device }) => [device.deviceId, incidentId, device.startedMs])
  return insertRows(PUT_DEVICE, rows)
}

const RETURNED = `
WITH heard (device_id, incident_id, at) AS (VALUES (?, ?, ?))
UPDATE incident_devices SET returned_at = CAST(heard.at AS bigint) FROM heard
WHERE incident_devices.device_id = heard.device_id AND incident_devices.incident_id = heard.incident_id`

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
