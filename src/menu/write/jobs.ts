import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import type { Job } from '../../storage/jobs/job.ts'
import { retentionJob } from '../../storage/jobs/retention.ts'
import { CHANGE_LOG_KEPT_MS, deleteOldChangesQuery, findOldChangeQuery } from './queries/change-log.ts'
import { findDueReturn } from './queries/stock-returns.ts'
import { returnDueItems } from './stock-returns.ts'

/** The jobs of menus. Items are in stock again within two seconds of their time, also if a process dies meanwhile. */
export function menuJobs(database: Database, clock: Clock): readonly Job[] {
  return [
    {
      name: 'stock-returns',
      intervalMs: SECOND_MS,
      leaseMs: SECOND_MS,
      timeLimitMs: 30 * SECOND_MS,
      isDue: () => findDueReturn(database, clock()),
      run: (write) => write(() => returnDueItems(clock())),
    },
    retentionJob(database, clock, {
      name: 'change-log-retention',
      keptMs: CHANGE_LOG_KEPT_MS,
      findOldQuery: findOldChangeQuery,
      deleteOldQueries: (beforeMs) => [deleteOldChangesQuery(beforeMs)],
    }),
  ]
}
