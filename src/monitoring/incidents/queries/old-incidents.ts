import type { Query } from '../../../storage/database.ts'

const FIND_OLD = 'SELECT 1 AS found FROM incidents WHERE ended_at < ? LIMIT 1'
// An incident may have all devices of a fleet.
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

/** A query that finds a row if there is an incident that ended before a time. */
export function findOldIncidentQuery(beforeMs: number): Query {
  return { sql: FIND_OLD, parameters: [beforeMs] }
}

/** Queries that delete some devices of such incidents, and some of the incidents without devices. */
export function deleteOldIncidentsQueries(beforeMs: number): readonly Query[] {
  return [
    { sql: DELETE_OLD_DEVICES, parameters: [beforeMs] },
    { sql: DELETE_OLD, parameters: [beforeMs] },
  ]
}
