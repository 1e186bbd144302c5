import type { Clock } from '../../lib/time/clock.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { clearFailedStatement, setFailedStatement } from './lease.ts'
import type { WriteQueue } from './write-queue.ts'

/** Stores in the database that a job fails, until it succeeds, so that other programs such as `signage doctor` can say so. */
export function createFailureRecord(job: string, queue: WriteQueue, clock: Clock) {
  let isFailing = false
  /** Whether this process, or an earlier one, may have stored a failure, which the next success must clear. */
  let isNoted = true
  let isWriting = false

  /** Stores one write at a time. A skipped or failed write is repeated after the next run. */
  async function note(hasFailed: boolean): Promise<void> {
    if (isWriting) return
    isWriting = true
    isNoted = true
    const query = hasFailed ? setFailedStatement(job, isoTime(clock())) : clearFailedStatement(job)
    try {
      await queue.write(function* () {
        yield query
      })
      isNoted = hasFailed
    } catch {
      // The job itself fails if the database cannot be written to.
    }
    isWriting = false
  }

  return {
    /** The job was done, or there was nothing to do. */
    noteSuccess(): void {
      isFailing = false
      if (isNoted) void note(false)
    },
    /** @returns whether it is the first of several failures in a row */
    noteFailure(): boolean {
      const isFirst = !isFailing
      isFailing = true
      void note(true)
      return isFirst
    },
  }
}
