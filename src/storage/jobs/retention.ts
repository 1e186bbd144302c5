import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database, Query } from '../database.ts'
import type { Job } from './job.ts'

/** What is deleted when it is old. The pace is that of all jobs of this kind, unless it is given. */
export interface Retention extends Pick<Job, 'name'>, Partial<Pick<Job, 'intervalMs' | 'timeLimitMs'>> {
  /** For how long it is kept. */
  readonly keptMs: number
  /** A query that finds a row if there is anything from before a time. */
  readonly findOldQuery: (beforeMs: number) => Query
  /** Queries that delete what is from before a time: of much, a part, so that no other writer waits for them. */
  readonly deleteOldQueries: (beforeMs: number) => readonly Query[]
}

/** A job that deletes what is old. */
export function retentionJob(database: Database, clock: Clock, retention: Retention): Job {
  const { keptMs, findOldQuery, deleteOldQueries, ...named } = retention
  const beforeMs = () => clock() - keptMs
  return {
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    ...named,
    async isDue() {
      const { sql, parameters = [] } = findOldQuery(beforeMs())
      return (await database.get(sql, ...parameters)) !== undefined
    },
    run: (write) =>
      write(function* () {
        yield* deleteOldQueries(beforeMs())
      }),
  }
}
