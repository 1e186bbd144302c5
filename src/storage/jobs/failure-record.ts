import type { Clock } from '../../lib/time/clock.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Statement } from '../database.ts'
import type { WriteQueue } from '../write-queue.ts'
import { clearFailedStatement, setFailedStatement } from './lease.ts'

/** Stores in the database that a job fails, until it succeeds, so that other programs such as `signage doctor` can say so. */
export function createFailureRecord(job: string, writeQueue: WriteQueue, clock: Clock) {
  let isFailing = false
  /** Whether this process, or an earlier one, may have stored a failure, which the next success must clear. */
  let mayBeStored = true

  const store = (statement: Statement) =>
    writeQueue.write(function* () {
      yield statement
    })

  return {
    /** The job was done, or there was nothing to do. */
    noteSuccess(): void {
      isFailing = false
      if (!mayBeStored) return
      mayBeStored = false
      store(clearFailedStatement(job)).catch(() => {
        mayBeStored = true
      })
    },
    /** @returns whether it is the first of several failures in a row */
    noteFailure(): boolean {
      const isFirst = !isFailing
      isFailing = true
      mayBeStored = true
      // If the database cannot be written to, the next run fails as well, and stores its failure.
      store(setFailedStatement(job, isoTime(clock()))).catch(() => {})
      return isFirst
    },
  }
}
