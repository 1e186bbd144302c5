import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Clock } from '../../lib/time/clock.ts'
import { startDeadline, untilAborted } from '../../lib/time/deadline.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { WriteQueue } from '../write-queue.ts'
import { createFailureRecord } from './failure-record.ts'
import type { Job, JobResult, JobRun, LeasedWrite } from './job.ts'
import { finishRunStatement, LeaseHeldError, withLease } from './lease.ts'

interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly writeQueue: WriteQueue
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
      const { signal, cancel } = startDeadline(STOP_MS)
      await Promise.all(runners.map(({ stop }) => stop(signal)))
      cancel()
    },
  }
}

function createRunner(
  job: Job,
  holder: string,
  { writeQueue, clock, onRun, onFailure }: Omit<JobsOptions, 'jobs'>,
) {
  const failures = createFailureRecord(job.name, writeQueue, clock)
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  /** Aborted by a stop: the current run must end. */
  const stopWork = new AbortController()
  /** Aborted at the end of a stop: the run may write nothing more. */
  const stopWrites = new AbortController()

  async function run(workSignal: AbortSignal, writeSignal: AbortSignal): Promise<JobResult> {
    if (!(await job.isDue())) return 'idle'
    const write: LeasedWrite = (createStatements) =>
      writeQueue.write(function* () {
        writeSignal.throwIfAborted()
        return yield* withLease(job, holder, clock(), createStatements)
      })
    // An empty write takes the lease. Only then may the job read the rows that it will change.
    await write(function* () {})
    await job.run(write, workSignal)
    await write(function* () {
      yield finishRunStatement(isoTime(clock()), job.name, holder)
    })
    return 'done'
  }

  /**
   * Ends within the time limit, whatever the job waits for. After a stop, a run may still write for `STOP_MS`: otherwise work
   * outside of the database, such as an alert that was sent, would be repeated.
   */
  async function runInTime(): Promise<JobResult> {
    // Both end at the time limit. When the process stops, `workLimit` ends first, so that finished work can still be recorded.
    const workLimit = startDeadline(job.timeLimitMs, stopWork.signal)
    const writeLimit = startDeadline(job.timeLimitMs, stopWrites.signal)
    // A run may send one message to each alert route at once, and Node warns of more than ten listeners.
    setMaxListeners(0, workLimit.signal)
    try {
      const result = await untilAborted(run(workLimit.signal, writeLimit.signal), writeLimit.signal)
      failures.noteSuccess()
      return result
    } catch (error) {
      if (error instanceof LeaseHeldError || stopWork.signal.aborted) return 'idle'
      if (failures.noteFailure()) onFailure(error, job.name)
      return 'failed'
    } finally {
      workLimit.cancel()
      writeLimit.cancel()
    }
  }

  /** Schedules the next run however this one ends. */
  async function runThenSchedule(): Promise<void> {
    const startMs = performance.now()
    const result = await runInTime()
    if (!stopWork.signal.aborted) timer = setTimeout(start, job.intervalMs).unref()
    onRun?.({ job: job.name, result, durationMs: performance.now() - startMs })
  }

  function start(): void {
    running = runThenSchedule()
  }

  return {
    start,
    /** Tells the current run to end, and waits for it. @param signal aborted when the run may write nothing more */
    async stop(signal: AbortSignal): Promise<void> {
      clearTimeout(timer)
      stopWork.abort()
      await untilAborted(running, signal).catch(() => {})
      stopWrites.abort()
      await running
    },
  }
}
