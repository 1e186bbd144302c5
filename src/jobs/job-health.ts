import type { Clock } from '../clock.ts'
import type { Query } from '../storage/database.ts'
import type { WriteQueue } from '../storage/write-queue.ts'
import type { Job } from './jobs.ts'
import { clearFailed, setFailed } from './lease.ts'

/** How a job does in this process. */
export interface JobHealth {
  readonly job: string
  /** When it last ended without a failure, or was begun. */
  readonly fineAtMs: number
  /** Whether that is longer ago than a run may take. */
  readonly isOverdue: boolean
}

interface State {
  readonly fineAtMs: number
  /** The same in the time of `performance.now`, which no one sets. */
  readonly fineAtTick: number
}

/** Remembers how jobs do, and notes failures in the database, where other programs see them. */
export function createJobHealth(jobs: readonly Job[], queue: WriteQueue, clock: Clock) {
  const states = new Map<Job, State>()
  const failing = new Set<Job>()
  /** Those of which a failure may be in the database. */
  const noted = new Set<Job>()
  const wanted = new Map<Job, Query>()
  jobs.forEach(noteFine)

  function noteFine(job: Job): void {
    states.set(job, { fineAtMs: clock(), fineAtTick: performance.now() })
  }

  /** Writes, one after another, what is to be noted of a job. What was to be noted before counts no more. */
  async function note(job: Job, query: Query): Promise<void> {
    const isWriting = wanted.has(job)
    wanted.set(job, query)
    if (isWriting) return
    for (let next: Query | undefined = query; next; next = wanted.get(job)) {
      await writeNote(job, next)
      if (wanted.get(job) === next) wanted.delete(job)
    }
  }

  async function writeNote(job: Job, query: Query): Promise<void> {
    try {
      await queue.write(function* () {
        yield query
      }, 'later')
      if (!failing.has(job)) noted.delete(job)
    } catch {
      // While the job fails, another note follows; and each time it ends well while one is to be forgotten.
    }
  }

  function isOverdue(job: Job, { fineAtTick }: State, restsUntilTick: number): boolean {
    const waitedMs = performance.now() - Math.max(fineAtTick, restsUntilTick)
    return waitedMs > job.timeLimitMs + 2 * job.intervalMs
  }

  return {
    /** Another process does it. */
    noteFine,
    /** It was done, or there was nothing to do. */
    noteSuccess(job: Job): void {
      noteFine(job)
      failing.delete(job)
      if (noted.has(job)) void note(job, clearFailed(job.name))
    },
    /** @returns whether it is the first of several failures in a row */
    noteFailure(job: Job): boolean {
      const isFirst = !failing.has(job)
      failing.add(job)
      noted.add(job)
      void note(job, setFailed(job.name, clock()))
      return isFirst
    },
    list(restsUntilTick: (job: Job) => number): readonly JobHealth[] {
      return [...states].map(([job, state]) => ({
        job: job.name,
        fineAtMs: state.fineAtMs,
        isOverdue: isOverdue(job, state, restsUntilTick(job)),
      }))
    },
  }
}

/** What an operator must know of jobs in this process, for everybody to read. */
export function describeOverdue(health: readonly JobHealth[]): string[] {
  return health
    .filter(({ isOverdue }) => isOverdue)
    .map(
      ({ job, fineAtMs }) =>
        `The job ${job} has not ended well since ${new Date(fineAtMs).toISOString()}: see the log of the service.`,
    )
}
