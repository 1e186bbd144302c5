import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { Database, Query, Value } from '../database.ts'
import type { Job } from './job.ts'

/** What is deleted when it is old. The pace is that of all jobs of this kind, unless it is given. */
export interface Retention extends Pick<Job, 'name'>, Partial<Pick<Job, 'intervalMs' | 'timeLimitMs'>> {
  /** For how long it is kept. */
  readonly keptMs: number
  /** SQL that finds a row if there is anything from before a time, which is each of its parameters. By default it runs each second: by an index. */
  readonly findOld: string
  /** SQL that deletes what is from before that time: of much, a part, so that no other writer waits for it. */
  readonly deleteOld: readonly string[]
  /** How times are stored; by default in milliseconds. */
  readonly toValue?: (timeMs: number) => Value
}

/** A job that deletes what is old. */
export function retentionJob(database: Database, clock: Clock, retention: Retention): Job {
  const { keptMs, findOld, deleteOld, toValue = (timeMs) => timeMs, ...named } = retention
  const queryOf = (sql: string): Query => {
    const before = toValue(clock() - keptMs)
    return { sql, parameters: Array.from(sql.matchAll(/\?/g), () => before) }
  }
  return {
    intervalMs: SECOND_MS,
    leaseMs: SECOND_MS,
    timeLimitMs: 30 * SECOND_MS,
    ...named,
    async isDue() {
      const { sql, parameters = [] } = queryOf(findOld)
      return (await database.get(sql, ...parameters)) !== undefined
    },
    run: (write) =>
      write(function* () {
        yield* deleteOld.map(queryOf)
      }),
  }
}
