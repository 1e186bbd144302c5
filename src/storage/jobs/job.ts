import { SECOND_MS } from '../../lib/time/durations.ts'
import type { CreateStatements } from './write-queue.ts'

/** A run that is well takes no longer. A job that has not ended well for its interval and a little longer than this is overdue. */
export const LONGEST_RUN_MS = 50 * SECOND_MS

/**
 * Writes, but only while this process holds the lease of the job.
 * @throws {LeaseHeldError} if it does not
 * @throws {DeadlinePassed} if the time limit of the run has passed
 */
export type LeasedWrite = <Result>(createStatements: CreateStatements<Result>) => Promise<Result>

/** Work in the background that one process at a time does, of all that serve a database. */
export interface Job {
  readonly name: string
  /** How long each process waits, after it looked whether there is something to do and did it, before it looks again. */
  readonly intervalMs: number
  /** How long the others wait if the process that does the job dies meanwhile. */
  readonly leaseMs: number
  /** How long a run may take. After that it counts as failed, and can write nothing more, whatever it waits for. */
  readonly timeLimitMs: number
  /** Whether there is something to do. It only reads, so that an idle service writes nothing. */
  readonly isDue: () => Promise<boolean>
  /** @param signal aborted when the run must end: its time limit has passed, or the process stops */
  readonly run: (write: LeasedWrite, signal: AbortSignal) => Promise<unknown>
}

/** How a run of a job ended. It is idle if there was nothing to do, another process does it, or this process stops. */
export type JobResult = 'done' | 'failed' | 'idle'

/** A run of a job that has ended. */
export interface JobRun {
  readonly job: string
  readonly result: JobResult
  readonly durationMs: number
}
