import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database, Query } from '../database.ts'
import type { Job } from './job.ts'

/** Rows that are deleted when they are old. */
export interface Retention extends Pick<Job, 'name'> {
  readonly keptMs: number
  /** A query for a row from before a time. The column needs an index: this runs every second. */
  readonly oldRowQuery: (beforeMs: number) => Query
  /** Statements that delete rows from before that time, few enough at once that other writers do not wait long. */
  readonly deleteStatements: readonly ((beforeMs: number) => Query)[]
}

/** The job that deletes rows when they are old. */
export function retentionJob(database: Database, clock: Clock, retention: Retention): Job {
  const { name, keptMs, oldRowQuery, deleteStatements } = retention
  const beforeMs = () => clock() - keptMs
  return {
    name,
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    async isDue() {
      return (await database.get(oldRowQuery(beforeMs()))) !== undefined
    },
    run: (write) =>
      write(function* () {
        for (const toStatement of deleteStatements) yield toStatement(beforeMs())
      }),
  }
}
