import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/time/clock.ts'
import { beforeAbort, startDeadline } from '../../lib/time/deadline.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Job, JobResult, JobRun, LeasedWrite } from './job.ts'
import { createJobHealth, type JobHealth } from './job-health.ts'
import { giveBackQuery, LeaseHeldError, whileHolding } from './lease.ts'
import type { WriteQueue } from './write-queue.ts'

interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly queue: WriteQueue
  readonly clock: Clock
  readonly onRun?: ((run: JobRun) => void) | undefined
  /** Called with the first of several failures in a row. */
  readonly onFailure: (error: unknown, job: string) => void
  /** Called when a job begins to be overdue, and when it no longer is. */
  readonly onOverdueChange?: ((health: JobHealth) => void) | undefined
}

/** How long a stop waits for runs. What they do not end is done by the next process. */
const STOP_MS = 2000
/** How often it looks for jobs that are overdue. */
const LOOK_INTERVAL_MS = 1000

/** Creates what does jobs from `start` to `stop`. */
export function createJobs({ jobs, queue, clock, onRun, onFailure, onOverdueChange }: JobsOptions) {
  const holder = randomUUID()
  /** Those of the next runs. */
  const timers = new Map<Job, NodeJS.Timeout>()
  let lookTimer: NodeJS.Timeout | undefined
  const running = new Map<Job, { readonly ended: Promise<void>; readonly mustEnd: AbortController }>()
  const health = createJobHealth({ jobs, queue, clock, onOverdueChange })
  let isStopping = false
  let stopped = new AbortController()

  /** @param over aborted when the run may write nothing more */
  async function run(job: Job, over: AbortSignal, mustEnd: AbortSignal): Promise<JobResult> {
    if (!(await job.isDue())) return 'idle'
    const lease = { job: job.name, holder, leaseMs: job.leaseMs }
    const write: LeasedWrite = (createStatements) =>
      queue.write(function* () {
        over.throwIfAborted()
        return yield* createStatements()
      })
    await job.run((createStatements) => write(() => whileHolding(lease, clock(), createStatements)), mustEnd)
    await write(function* () {
      yield giveBackQuery(isoTime(clock()), job.name, holder)
    })
    return 'done'
  }

  /**
   * Ends in time, whatever the job waits for. A run that must end because the process stops may still write until `stop` waits no
   * longer, two seconds later: what it has done outside, such as an alert that was sent, would otherwise be done again.
   */
  async function runInTime(job: Job, mustEnd: AbortController): Promise<JobResult> {
    const { signal: over, end } = startDeadline(job.timeLimitMs, stopped.signal)
    over.addEventListener('abort', () => mustEnd.abort(over.reason))
    try {
      const result = await beforeAbort(run(job, over, mustEnd.signal), over)
      health.noteSuccess(job)
      return result
    } catch (error) {
      if (error instanceof LeaseHeldError) health.noteFine(job)
      if (error instanceof LeaseHeldError || isStopping) return 'idle'
      if (health.noteFailure(job)) onFailure(error, job.name)
      return 'failed'
    } finally {
      end()
    }
  }

  /** However long it takes, and however it ends: after its interval, it is done again. */
  function runAgainAndAgain(job: Job): void {
    const startMs = performance.now()
    const end = (result: JobResult) => {
      running.delete(job)
      if (!isStopping) timers.set(job, setTimeout(runAgainAndAgain, job.intervalMs, job).unref())
      onRun?.({ job: job.name, result, durationMs: performance.now() - startMs })
    }
    const mustEnd = new AbortController()
    running.set(job, { ended: runInTime(job, mustEnd).then(end), mustEnd })
  }

  return {
    /** Runs all jobs that are due now, and then again after their intervals. */
    start(): void {
      isStopping = false
      stopped = new AbortController()
      jobs.forEach(runAgainAndAgain)
      lookTimer = setInterval(health.look, LOOK_INTERVAL_MS).unref()
    },
    /** The state of each job in this process. */
    health: health.list,
    /** Starts no more runs, tells those that have begun, and waits a moment for them. */
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(lookTimer)
      for (const timer of timers.values()) clearTimeout(timer)
      const runs = [...running.values()]
      for (const { mustEnd } of runs) mustEnd.abort()
      const allEnded = Promise.all(runs.map(({ ended }) => ended))
      const { signal, end } = startDeadline(STOP_MS)
      await beforeAbort(allEnded, signal).catch(() => {})
      end()
      stopped.abort()
      await allEnded
    },
  }
}
