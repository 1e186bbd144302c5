import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { retentionJob } from '../../storage/jobs/retention.ts'
import { OUTAGES_KEPT_MS } from './history.ts'
import { deleteOldOutagesQueries, findOldOutageQuery } from './queries.ts'

/** Deletes outages that are no longer kept. */
export function outageRetention(database: Database, clock: Clock): Job {
  return retentionJob(database, clock, {
    name: 'outage-retention',
    keptMs: OUTAGES_KEPT_MS,
    findOldQuery: findOldOutageQuery,
    deleteOldQueries: deleteOldOutagesQueries,
  })
}
