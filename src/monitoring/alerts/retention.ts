import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { retentionJob } from '../../storage/jobs/retention.ts'
import { deleteOldMessagesQueries, findOldMessageQuery } from './queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

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
