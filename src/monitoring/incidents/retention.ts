import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'

const SECOND_MS = 1000

const FIND_OLD = 'SELECT 1 AS found FROM incidents WHERE ended_at < ? LIMIT 1'
// Some devices at a time, so that no other writer waits for them: an incident may have all of a fleet.
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

/** Deletes incidents that are no longer kept. */
export function incidentRetention(database: Database, clock: Clock): Job {
  const oldestMs = () => clock() - OUTAGES_KEPT_MS
  return {
    name: 'incident-retention',
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    isDue: async () => (await database.get(FIND_OLD, oldestMs())) !== undefined,
    run: (write) =>
      write(function* () {
        yield { sql: DELETE_OLD_DEVICES, parameters: [oldestMs()] }
        yield { sql: DELETE_OLD, parameters: [oldestMs()] }
      }),
  }
}
