import { randomId } from '../../../lib/random-id.ts'
import type { Query, Statement } from '../../../storage/database.ts'
import { defineQuery } from '../../../storage/define-query.ts'
import { deleteRows, insertRows } from '../../../storage/statements.ts'
import type { DeviceReturn, JoiningDevice, NewIncident } from '../incident.ts'
import type { IncidentChanges } from '../incident-changes.ts'
import type { UnstableIncident } from '../unstable.ts'

interface Changes extends IncidentChanges {
  readonly returns: readonly DeviceReturn[]
  readonly unstable: readonly UnstableIncident[]
}

/** SQL that stores all changes in one transaction, so that no reader sees an incident without some of its devices. */
export function* storeChanges(changes: Changes): Generator<Statement> {
  // A device leaves its incident before it is added to another one.
  yield* recordReturns(changes.returns)
  for (const { incidentId, startedAtMs } of changes.unstable)
    yield recordUnstableStatement(startedAtMs, incidentId)
  for (const { id, endedAtMs } of changes.ended) yield* endIncident(id, endedAtMs)
  yield* deleteRows('incidents', changes.dropped)
  const opened = changes.opened.map((incident) => ({ id: randomId('inc'), incident }))
  for (const { id, incident } of opened) yield addIncidentStatement(id, incident)
  const added = opened.flatMap(({ id: incidentId, incident: { devices } }) =>
    devices.map((device) => ({ incidentId, device })),
  )
  yield* addDevices([...changes.joined, ...added])
}

// The name is stored, so that messages can name a device or a site that was deleted later.
const addIncident = (subjects: 'devices' | 'sites') => `
INSERT INTO incidents (id, kind, subject_id, started_at, opened_at, subject_name)
VALUES (?, ?, ?, ?, ?, (SELECT name FROM ${subjects} WHERE id = ?))`
// The device may already be in the incident: it had returned, and is silent again.
const ADD_DEVICE = `
INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)
ON CONFLICT (device_id, incident_id) DO UPDATE SET started_at = excluded.started_at, returned_at = NULL, silent_at_end = 0`

/** A statement that adds an incident, without its devices. */
function addIncidentStatement(id: string, { kind, subjectId, devices, openedAtMs }: NewIncident): Query {
  const startedAtMs = devices.reduce((atMs, device) => Math.min(atMs, device.startedAtMs), openedAtMs)
  return {
    sql: addIncident(kind === 'site' ? 'sites' : 'devices'),
    parameters: [id, kind, subjectId, startedAtMs, openedAtMs, subjectId],
  }
}

/** A statement that records that the device of an incident is unstable, unless the device has returned. */
const recordUnstableStatement = defineQuery<[startedAtMs: number, incidentId: string]>(`
UPDATE incidents SET is_unstable = 1, started_at = ? WHERE id = ? AND EXISTS (
  SELECT 1 FROM incident_devices x WHERE x.incident_id = incidents.id AND x.returned_at IS NULL)`)

function addDevices(devices: readonly JoiningDevice[]): Generator<Statement> {
  const rows = devices.map(({ incidentId, device }) => [device.deviceId, incidentId, device.startedAtMs])
  return insertRows(ADD_DEVICE, rows)
}

const RECORD_RETURN = `
WITH online_again (device_id, incident_id, at) AS (VALUES (?, ?, ?))
UPDATE incident_devices SET returned_at = CAST(online_again.at AS bigint) FROM online_again
WHERE incident_devices.device_id = online_again.device_id AND incident_devices.incident_id = online_again.incident_id`

function recordReturns(returns: readonly DeviceReturn[]): Generator<Statement> {
  const rows = returns.map(({ deviceId, incidentId, atMs }) => [deviceId, incidentId, String(atMs)])
  return insertRows(RECORD_RETURN, rows)
}

/** SQL that ends an incident. Devices that are still silent join other incidents. */
function* endIncident(id: string, endedAtMs: number): Generator<Statement> {
  yield { sql: 'UPDATE incidents SET ended_at = ? WHERE id = ?', parameters: [endedAtMs, id] }
  yield {
    sql: 'UPDATE incident_devices SET silent_at_end = 1 WHERE incident_id = ? AND returned_at IS NULL',
    parameters: [id],
  }
}
