import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { retentionJob } from '../../storage/jobs/retention.ts'
import { deleteOldMessagesQueries, findOldMessageQuery } from './queries.ts'

/** Deletes messages that were sent, or given up, 30 days ago. */
export function alertRetention(database: Database, clock: Clock): Job {
  return retentionJob(database, clock, {
    name: 'alert-retention',
    keptMs: 30 * DAY_MS,
    // All messages are read to find old ones.
    intervalMs: MINUTE_MS,
    timeLimitMs: MINUTE_MS,
    findOldQuery: findOldMessageQuery,
    deleteOldQueries: deleteOldMessagesQueries,
  })
}
