import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { CreateStatements, WriteQueue } from '../storage/write-queue.ts'
import { giveBack, LeaseHeldError, whileHolding } from './lease.ts'

/** Writes, but only while this process holds the lease of the job. @throws {LeaseHeldError} if it does not */
export type LeasedWrite = <Result>(createStatements: CreateStatements<Result>) => Promise<Result>

/** Work in the background that one process at a time does, of all that serve a database. */
export interface Job {
  readonly name: string
  /** How often each process looks whether there is something to do. */
  readonly intervalMs: number
  /** How long the others wait if the process that does the job dies meanwhile. */
  readonly leaseMs: number
  /** The share of the time that it may take, if it may take long: then it runs less often. */
  readonly maxShare?: number
  /** Whether there is something to do. It only reads, so that an idle service writes nothing. */
  readonly isDue: () => Promise<boolean>
  readonly run: (write: LeasedWrite) => Promise<unknown>
}

/** How a run of a job ended. It is idle if there was nothing to do, or another process does it. */
export type JobResult = 'done' | 'failed' | 'idle'

/** A run of a job that has ended. */
export interface JobRun {
  readonly job: string
  readonly result: JobResult
  readonly durationMs: number
}

interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly queue: WriteQueue
  readonly clock: Clock
  readonly onRun?: ((run: JobRun) => void) | undefined
  /** Called with the first of several failures in a row. */
  readonly onFailure: (error: unknown, job: string) => void
}

/** Creates what does jobs from `start` to `stop`. */
export function createJobs({ jobs, queue, clock, onRun, onFailure }: JobsOptions) {
  const holder = randomUUID()
  const timers: NodeJS.Timeout[] = []
  const running = new Map<Job, Promise<void>>()
  const failing = new Set<Job>()
  /** When jobs with a `maxShare` may run again. */
  const restsUntilMs = new Map<Job, number>()

  async function run(job: Job): Promise<JobResult> {
    try {
      if (!(await job.isDue())) return 'idle'
      const lease = { job: job.name, holder, leaseMs: job.leaseMs }
      await job.run((createStatements) => queue.write(() => whileHolding(lease, clock(), createStatements)))
      await queue.write(function* () {
        yield giveBack(lease, clock())
      })
      failing.delete(job)
      return 'done'
    } catch (error) {
      if (error instanceof LeaseHeldError) return 'idle'
      if (!failing.has(job)) onFailure(error, job.name)
      failing.add(job)
      return 'failed'
    }
  }

  function runUnlessRunning(job: Job): void {
    if (running.has(job)) return
    const startMs = performance.now()
    const end = (result: JobResult) => {
      running.delete(job)
      const endMs = performance.now()
      const durationMs = endMs - startMs
      if (job.maxShare) restsUntilMs.set(job, endMs + durationMs / job.maxShare)
      onRun?.({ job: job.name, result, durationMs })
    }
    running.set(job, run(job).then(end))
  }

  function runIfRested(job: Job): void {
    if (performance.now() >= (restsUntilMs.get(job) ?? 0)) runUnlessRunning(job)
  }

  return {
    /** Runs all jobs that are due now, and then at their intervals. */
    start(): void {
      for (const job of jobs) {
        runUnlessRunning(job)
        timers.push(setInterval(runIfRested, job.intervalMs, job).unref())
      }
    },
    /** Starts no more runs, and waits for those that have begun. */
    async stop(): Promise<void> {
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}
