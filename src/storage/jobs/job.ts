import type { CreateStatements } from '../write-queue.ts'

/**
 * Writes, and takes or extends the lease of the job in the same transaction.
 * @throws {LeaseHeldError} if another process holds it
 * @throws {DeadlinePassedError} if the time limit of the run has passed
 */
export type LeasedWrite = <Result>(createStatements: CreateStatements<Result>) => Promise<Result>

/** Background work that only one of the processes of a database does at a time. */
export interface Job {
  readonly name: string
  /** The pause of each process after a run, or after it has found nothing to do. */
  readonly intervalMs: number
  /** How long the other processes wait if the process that runs the job dies. */
  readonly leaseMs: number
  /** How long a run may take. After that it has failed and can write nothing more, even if it does not end. */
  readonly timeLimitMs: number
  /** Whether there is something to do. It only reads, so that an idle service writes nothing. */
  readonly isDue: () => Promise<boolean>
  /**
   * The process has the lease before `run` is called, so no other run changes the rows that this one reads.
   * @param signal aborted when the run must end: its time limit has passed, or the process stops
   */
  readonly run: (write: LeasedWrite, signal: AbortSignal) => Promise<unknown>
}

/** How a run of a job ended: `idle` if there was nothing to do, another process runs it, or this process stops. */
export type JobResult = 'done' | 'failed' | 'idle'

/** A run of a job that has ended. */
export interface JobRun {
  readonly job: string
  readonly result: JobResult
  readonly durationMs: number
}
