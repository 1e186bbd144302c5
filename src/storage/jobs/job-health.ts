import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { type Job, LONGEST_RUN_MS } from './job.ts'
import { clearFailedQuery, setFailedQuery } from './lease.ts'
import type { WriteQueue } from './write-queue.ts'

/** A job is overdue if it has not succeeded for this much longer than its interval. */
const PATIENCE_MS = LONGEST_RUN_MS + 10 * SECOND_MS

/** The health of a job in this process. */
export interface JobHealth {
  readonly job: string
  /** When it last ended without a failure, or else when the process started. */
  readonly healthyAtMs: number
  readonly isOverdue: boolean
}

interface JobHealthOptions {
  readonly queue: WriteQueue
  readonly clock: Clock
  /** Called when the job begins to be overdue, and when it no longer is. */
  readonly onOverdueChange?: ((health: JobHealth) => void) | undefined
}

/** Tracks the health of a job, and stores failures in the database, where other programs can read them. */
export function createJobHealth(job: Job, { queue, clock, onOverdueChange }: JobHealthOptions) {
  let healthyAtMs = clock()
  /** The same moment by `performance.now`, a clock that is never set, and that runs on while a process is stopped. */
  let healthyAtTick = performance.now()
  let isFailing = false
  /** Whether it was reported as overdue. */
  let isReported = false
  /** Whether its failure may be stored in the database. */
  let isNoted = false
  let isWriting = false

  function get(): JobHealth {
    const isOverdue = performance.now() - healthyAtTick > job.intervalMs + PATIENCE_MS
    return { job: job.name, healthyAtMs, isOverdue }
  }

  function reportChange(): void {
    const health = get()
    if (health.isOverdue === isReported) return
    isReported = health.isOverdue
    onOverdueChange?.(health)
  }

  /** Reports before and after: the job may have become overdue unnoticed, such as while the process was stopped. */
  function noteHealthy(): void {
    reportChange()
    healthyAtMs = clock()
    healthyAtTick = performance.now()
    reportChange()
  }

  /** Stores the health, one write at a time. A skipped or failed write is repeated after the next run, or while overdue. */
  async function note(hasFailed: boolean): Promise<void> {
    if (isWriting) return
    isWriting = true
    isNoted = true
    const query = hasFailed ? setFailedQuery(job.name, isoTime(clock())) : clearFailedQuery(job.name)
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
    get,
    /** Another process runs the job. */
    noteRunElsewhere: noteHealthy,
    /** The job was done, or there was nothing to do. */
    noteSuccess(): void {
      noteHealthy()
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
    /** Checks whether the job is overdue, because a job that hangs does not end. */
    checkOverdue(): void {
      // Only from the second check on: when a stopped process continues, the first check comes before its jobs can run.
      if (isReported) void note(true)
      reportChange()
    },
  }
}

/** The overdue jobs of this process, as sentences without secrets. */
export function describeOverdue(health: readonly JobHealth[]): string[] {
  return health
    .filter(({ isOverdue }) => isOverdue)
    .map(
      ({ job, healthyAtMs }) =>
        `The job ${job} has not ended well since ${new Date(healthyAtMs).toISOString()}: see the log of the service.`,
    )
}

/** The entry in the log when a job begins to be overdue, and when it no longer is. */
export function toOverdueEntry({ job, healthyAtMs, isOverdue }: JobHealth): readonly [object, string] {
  if (!isOverdue) return [{ job }, 'a job is no longer overdue']
  return [{ job, fineAt: new Date(healthyAtMs).toISOString() }, 'a job is overdue']
}
