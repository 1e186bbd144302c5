import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Clock } from '../../lib/time/clock.ts'
import { beforeAbort, startDeadline } from '../../lib/time/deadline.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { createFailureRecord } from './failure-record.ts'
import type { Job, JobResult, JobRun, LeasedWrite } from './job.ts'
import { LeaseHeldError, releaseLeaseStatement, withLease } from './lease.ts'
import type { WriteQueue } from './write-queue.ts'

interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly queue: WriteQueue
  readonly clock: Clock
  readonly onRun?: ((run: JobRun) => void) | undefined
  /** Called with the first of several failures in a row. */
  readonly onFailure: (error: unknown, job: string) => void
}

/** How long a stop waits for runs. The next process continues their work. */
const STOP_MS = 2000

/** Creates the jobs of a process. They run from `start` to `stop`, once. */
export function createJobs({ jobs, ...options }: JobsOptions) {
  const holder = randomUUID()
  const runners = jobs.map((job) => createRunner(job, holder, options))

  return {
    /** Runs all jobs that are due now, and then again after their intervals. */
    start(): void {
      for (const { start } of runners) start()
    },
    /** Starts no more runs, and waits up to `STOP_MS` for the current ones. */
    async stop(): Promise<void> {
      const { signal, end } = startDeadline(STOP_MS)
      await Promise.all(runners.map(({ stop }) => stop(signal)))
      end()
    },
  }
}

function createRunner(
  job: Job,
  holder: string,
  { queue, clock, onRun, onFailure }: Omit<JobsOptions, 'jobs'>,
) {
  const failures = createFailureRecord(job.name, queue, clock)
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  /** Aborted when a run must end. */
  const stopping = new AbortController()
  /** Aborted when it may write nothing more. */
  const stopped = new AbortController()

  /** @param mayNotWrite aborted when the run may write nothing more */
  async function run(mayNotWrite: AbortSignal, shouldEnd: AbortSignal): Promise<JobResult> {
    if (!(await job.isDue())) return 'idle'
    const write: LeasedWrite = (createStatements) =>
      queue.write(function* () {
        mayNotWrite.throwIfAborted()
        return yield* withLease(job, holder, clock(), createStatements)
      })
    // An empty write takes the lease. Only then may the job read the rows that it will change.
    await write(function* () {})
    await job.run(write, shouldEnd)
    await write(function* () {
      yield releaseLeaseStatement(isoTime(clock()), job.name, holder)
    })
    return 'done'
  }

  /**
   * Ends within the time limit, whatever the job waits for. After a stop, a run may still write for `STOP_MS`: otherwise work
   * outside of the database, such as an alert that was sent, would be repeated.
   */
  async function runInTime(): Promise<JobResult> {
    // At the time limit, first `shouldEnd` tells the job to end. Then `mayNotWrite` makes the run a failure, whether or not the job has ended.
    const endDeadline = startDeadline(job.timeLimitMs, stopping.signal)
    const writeDeadline = startDeadline(job.timeLimitMs, stopped.signal)
    // A run may send one message to each alert route at once, and Node warns of more than ten listeners.
    setMaxListeners(0, endDeadline.signal)
    try {
      const result = await beforeAbort(run(writeDeadline.signal, endDeadline.signal), writeDeadline.signal)
      failures.noteSuccess()
      return result
    } catch (error) {
      if (error instanceof LeaseHeldError || stopping.signal.aborted) return 'idle'
      if (failures.noteFailure()) onFailure(error, job.name)
      return 'failed'
    } finally {
      endDeadline.end()
      writeDeadline.end()
    }
  }

  /** Schedules the next run after the interval, however the run ends. */
  async function runAgainAndAgain(): Promise<void> {
    const startMs = performance.now()
    const result = await runInTime()
    if (!stopping.signal.aborted) timer = setTimeout(start, job.intervalMs).unref()
    onRun?.({ job: job.name, result, durationMs: performance.now() - startMs })
  }

  function start(): void {
    running = runAgainAndAgain()
  }

  return {
    start,
    /** Tells the current run to end, and waits for it. @param signal aborted when the run may write nothing more */
    async stop(signal: AbortSignal): Promise<void> {
      clearTimeout(timer)
      stopping.abort()
      await beforeAbort(running, signal).catch(() => {})
      stopped.abort()
      await running
    },
  }
}
