import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { MessageFate } from '../alerts/delivery/record.ts'
import type { JobRun } from '../storage/jobs/job.ts'

const JOB_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60]

/** Creates a function that counts and times a run of a job. */
export function createJobObserver(registers: Registry[]): (run: JobRun) => void {
  const runs = new Counter({
    name: 'signage_job_runs_total',
    help: 'Runs of jobs in this process that had something to do.',
    labelNames: ['job', 'result'],
    registers,
  })
  const durations = new Histogram({
    name: 'signage_job_duration_seconds',
    help: 'Duration of runs of jobs, also of those that found nothing to do.',
    labelNames: ['job'],
    buckets: JOB_BUCKETS_SECONDS,
    registers,
  })
  const lastSuccesses = new Gauge({
    name: 'signage_job_last_success_timestamp_seconds',
    help: 'When a job last ran without a failure, also if there was nothing to do; 0 if it has only failed so far.',
    labelNames: ['job'],
    aggregator: 'max',
    registers,
  })
  return ({ job, result, durationMs }) => {
    durations.observe({ job }, durationMs / 1000)
    for (const counted of ['done', 'failed']) runs.inc({ job, result: counted }, counted === result ? 1 : 0)
    if (result === 'failed') lastSuccesses.inc({ job }, 0)
    else lastSuccesses.set({ job }, Date.now() / 1000)
  }
}

/** Creates a function that counts an attempt to send an alert. */
export function createAttemptCounter(registers: Registry[]) {
  const attempts = new Counter({
    name: 'signage_alert_attempts_total',
    help: 'Attempts of this process to send alerts: sent, failed (it will try again), or given_up.',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['sent', 'failed', 'given_up'] satisfies MessageFate[]) attempts.inc({ result }, 0)
  return (result: MessageFate): void => attempts.inc({ result })
}
