import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database, Query, Value } from '../database.ts'
import type { Job } from './job.ts'

/** Rows that are deleted when they are old. */
export interface Retention extends Pick<Job, 'name'> {
  /** How long rows are kept. */
  readonly keptMs: number
  /** SQL that finds a row from before a time. Each `?` is that time. The column needs an index: this runs every second. */
  readonly findOld: string
  /** SQL that deletes rows from before that time, few enough at once that other writers do not wait long. */
  readonly deleteOld: readonly string[]
  /** How times are stored; by default in milliseconds. */
  readonly toValue?: (timeMs: number) => Value
}

/** The job that deletes rows when they are old. */
export function retentionJob(database: Database, clock: Clock, retention: Retention): Job {
  const { keptMs, findOld, deleteOld, toValue = (timeMs) => timeMs, name } = retention
  const queryOf = (sql: string): Query => {
    const before = toValue(clock() - keptMs)
    return { sql, parameters: Array.from(sql.matchAll(/\?/g), () => before) }
  }
  return {
    name,
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    async isDue() {
      return (await database.get(queryOf(findOld))) !== undefined
    },
    run: (write) =>
      write(function* () {
        yield* deleteOld.map(queryOf)
      }),
  }
}
