import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Query } from '../database.ts'
import { type Job, LONGEST_RUN_MS } from './job.ts'
import { clearFailedQuery, setFailedQuery } from './lease.ts'
import type { WriteQueue } from './write-queue.ts'

/** A job is overdue if it has not ended well for so much longer than its interval. */
const PATIENCE_MS = LONGEST_RUN_MS + 10 * SECOND_MS

/** How a job does in this process. */
export interface JobHealth {
  readonly job: string
  /** When it last ended without a failure, or was begun. */
  readonly fineAtMs: number
  readonly isOverdue: boolean
}

interface State {
  readonly fineAtMs: number
  /** The same in the time of `performance.now`, which no one sets, and which passes while a process is stopped. */
  readonly fineAtTick: number
}

interface JobHealthOptions {
  readonly jobs: readonly Job[]
  readonly queue: WriteQueue
  readonly clock: Clock
  /** Called when a job begins to be overdue, and when it no longer is. */
  readonly onOverdueChange?: ((health: JobHealth) => void) | undefined
}

/** Remembers how jobs do, and notes in the database what is not well, where other programs see it. */
export function createJobHealth({ jobs, queue, clock, onOverdueChange }: JobHealthOptions) {
  const states = new Map<Job, State>()
  const failing = new Set<Job>()
  /** Those that `onOverdueChange` was told of. */
  const overdue = new Set<Job>()
  /** Those of which a failure may be in the database. */
  const noted = new Set<Job>()
  const wanted = new Map<Job, Query>()
  jobs.forEach(setFine)

  function setFine(job: Job): void {
    states.set(job, { fineAtMs: clock(), fineAtTick: performance.now() })
  }

  /** It tells also of a time that is over before anybody has looked, such as one in which the process was stopped. */
  function noteFine(job: Job): void {
    tellOf(job)
    setFine(job)
    tellOf(job)
  }

  function tellOf(job: Job): void {
    const health = healthOf(job)
    if (health.isOverdue === overdue.has(job)) return
    if (health.isOverdue) overdue.add(job)
    else overdue.delete(job)
    onOverdueChange?.(health)
  }

  function healthOf(job: Job): JobHealth {
    const { fineAtMs = 0, fineAtTick = 0 } = states.get(job) ?? {}
    return {
      job: job.name,
      fineAtMs,
      isOverdue: performance.now() - fineAtTick > job.intervalMs + PATIENCE_MS,
    }
  }

  function noteUnwell(job: Job): void {
    noted.add(job)
    void note(job, setFailedQuery(job.name, isoTime(clock())))
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
      if (!failing.has(job) && !overdue.has(job)) noted.delete(job)
    } catch {
      // While the job is not well, another note follows; and each time it ends well while one is to be forgotten.
    }
  }

  return {
    /** Another process does it. */
    noteFine,
    /** It was done, or there was nothing to do. */
    noteSuccess(job: Job): void {
      noteFine(job)
      failing.delete(job)
      if (noted.has(job)) void note(job, clearFailedQuery(job.name))
    },
    /** @returns whether it is the first of several failures in a row */
    noteFailure(job: Job): boolean {
      const isFirst = !failing.has(job)
      failing.add(job)
      noteUnwell(job)
      return isFirst
    },
    /** Looks for jobs that are overdue: one that hangs says nothing itself. */
    look(): void {
      for (const job of jobs) {
        // Not at first sight: when a process goes on that was stopped, its jobs are about to be done.
        if (overdue.has(job)) noteUnwell(job)
        tellOf(job)
      }
    },
    list: (): readonly JobHealth[] => jobs.map(healthOf),
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

/** What the log says when a job begins to be overdue, and when it no longer is. */
export function toOverdueEntry({ job, fineAtMs, isOverdue }: JobHealth): readonly [object, string] {
  if (!isOverdue) return [{ job }, 'a job is no longer overdue']
  return [{ job, fineAt: new Date(fineAtMs).toISOString() }, 'a job is overdue']
}
