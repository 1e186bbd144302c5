import type { Clock } from '../../lib/time/clock.ts'
import type { Database, Statement } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { OUTAGES_KEPT_MS } from './history.ts'

const SECOND_MS = 1000

const FIND_OLD = 'SELECT 1 AS found FROM outages WHERE ended_at < ? LIMIT 1'
// Some at a time, so that no other writer waits for them.
const DELETE_OLD = `
DELETE FROM outages WHERE (device_id, started_at) IN (
  SELECT device_id, started_at FROM outages WHERE ended_at < ? ORDER BY ended_at LIMIT 1000
)`
const DELETE_OLD_ABSENCES = 'DELETE FROM service_absences WHERE ended_at < ?'

/** Deletes outages that are no longer kept. */
export function outageRetention(database: Database, clock: Clock): Job {
  const oldestMs = () => clock() - OUTAGES_KEPT_MS
  return {
    name: 'outage-retention',
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    isDue: async () => (await database.get(FIND_OLD, oldestMs())) !== undefined,
    run: (write) =>
      write(function* (): Generator<Statement> {
        yield { sql: DELETE_OLD, parameters: [oldestMs()] }
        yield { sql: DELETE_OLD_ABSENCES, parameters: [oldestMs()] }
      }),
  }
}
