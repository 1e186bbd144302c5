import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database, Query } from '../database.ts'
import { hasRow } from '../statements.ts'
import type { Job } from './job.ts'

/** Rows that are deleted when they are old. */
export interface Retention extends Pick<Job, 'name'> {
  readonly keptMs: number
  /** A query for a row from before a time. The column needs an index: this runs every second. */
  readonly findOldRowQuery: (beforeMs: number) => Query
  /** Statements that delete rows from before that time. If there may be many, each deletes only some, so that others can write. */
  readonly deleteStatements: readonly ((beforeMs: number) => Query)[]
}

/** The job that deletes rows when they are old. */
export function retentionJob(database: Database, clock: Clock, retention: Retention): Job {
  const { name, keptMs, findOldRowQuery, deleteStatements } = retention
  const beforeMs = () => clock() - keptMs
  return {
    name,
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    isDue: () => hasRow(database, findOldRowQuery(beforeMs())),
    run: (write) =>
      write(function* () {
        for (const toStatement of deleteStatements) yield toStatement(beforeMs())
      }),
  }
}
