import { OUTAGES_KEPT_MS } from '../../../device/outages/history.ts'
import type { Retention } from '../../../storage/jobs/retention.ts'

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

/** Deletes incidents that are no longer kept: first their devices, then the incidents, at most 1000 rows of each at a time. */
export const incidentRetention: Retention = {
  name: 'incident-retention',
  keptMs: OUTAGES_KEPT_MS,
  findOld: 'SELECT 1 AS found FROM incidents WHERE ended_at < ? LIMIT 1',
  deleteOld: [DELETE_OLD_DEVICES, DELETE_OLD],
}
