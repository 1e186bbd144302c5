import { OUTAGES_KEPT_MS } from '../../device/outages/history.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { retentionJob } from '../../storage/jobs/retention.ts'
import { deleteOldIncidentsQueries, findOldIncidentQuery } from './queries/old-incidents.ts'

/** Deletes incidents that are no longer kept. */
export function incidentRetention(database: Database, clock: Clock): Job {
  return retentionJob(database, clock, {
    name: 'incident-retention',
    keptMs: OUTAGES_KEPT_MS,
    findOldQuery: findOldIncidentQuery,
    deleteOldQueries: deleteOldIncidentsQueries,
  })
}
