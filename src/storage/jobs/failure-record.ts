import type { Clock } from '../../lib/time/clock.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { clearFailedStatement, setFailedStatement } from './lease.ts'
import type { WriteQueue } from './write-queue.ts'

/** Stores in the database that a job fails, until it succeeds, so that other programs such as `signage doctor` can say so. */
export function createFailureRecord(job: string, queue: WriteQueue, clock: Clock) {
  let isFailing = false
  /** Whether this process, or an earlier one, may have stored a failure, which the next success must clear. */
  let mayBeStored = true

  /** If this fails, the job fails as well, and each run stores its result again. */
  async function store(hasFailed: boolean): Promise<void> {
    mayBeStored = true
    const statement = hasFailed ? setFailedStatement(job, isoTime(clock())) : clearFailedStatement(job)
    await queue.write(function* () {
      yield statement
    })
    mayBeStored = hasFailed
  }

  return {
    /** The job was done, or there was nothing to do. */
    noteSuccess(): void {
      isFailing = false
      if (mayBeStored) store(false).catch(() => {})
    },
    /** @returns whether it is the first of several failures in a row */
    noteFailure(): boolean {
      const isFirst = !isFailing
      isFailing = true
      store(true).catch(() => {})
      return isFirst
    },
  }
}
