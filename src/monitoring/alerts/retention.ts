import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
const LEASE_MS = 1000

// A message says that its route was told, so it stays until all its incidents are over for as long.
const OLD = `
FROM alert_messages WHERE created_at < ? AND next_attempt_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM alert_message_incidents t JOIN incidents i ON i.id = t.incident_id
  WHERE t.message_id = alert_messages.id AND (i.ended_at IS NULL OR i.ended_at >= ?)
)`

/** Deletes messages that were sent, or given up, 30 days ago. */
export function alertRetention(database: Database, clock: Clock): Job {
  const parameters = () => [clock() - KEPT_MS, clock() - KEPT_MS]
  return {
    name: 'alert-retention',
    intervalMs: MINUTE_MS,
    leaseMs: LEASE_MS,
    timeLimitMs: MINUTE_MS,
    isDue: async () =>
      (await database.get(`SELECT 1 AS found ${OLD} LIMIT 1`, ...parameters())) !== undefined,
    run: (write) =>
      write(function* () {
        yield { sql: `DELETE ${OLD}`, parameters: parameters() }
      }),
  }
}
