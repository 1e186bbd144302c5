import type { FastifyInstance } from 'fastify'
import type { Changes } from './changes/create-changes.ts'
import { outageRetention } from './device/outages/retention.ts'
import type { Proxies } from './lib/http-client/proxies.ts'
import type { Clock } from './lib/time/clock.ts'
import { menuJobs } from './menu/write/jobs.ts'
import { toRouteLogEntry } from './monitoring/alerts/delivery/deliver.ts'
import { alertJobs } from './monitoring/alerts/jobs.ts'
import { incidentRetention } from './monitoring/incidents/retention.ts'
import { incidentSweep } from './monitoring/incidents/sweep.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Database } from './storage/database.ts'
import { describeOverdue, toOverdueEntry } from './storage/jobs/job-health.ts'
import { createJobs } from './storage/jobs/jobs.ts'

interface JobsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly metrics?: Metrics | undefined
  readonly publicUrl: string
  readonly webhookAllow: readonly string[]
  readonly proxies: Proxies
  readonly stopping?: AbortSignal
  readonly changes: Changes
}

/**
 * Does what is done by time, while an app runs. Of several processes, one does each job.
 * @returns a function that describes the jobs that are overdue
 */
export function runJobs(app: FastifyInstance, options: JobsOptions): () => readonly string[] {
  const { clock, metrics, stopping, changes } = options
  const { queue, servicePresence } = changes
  const jobs = createJobs({
    jobs: listJobs(app, options),
    queue,
    clock,
    onRun: metrics?.observeJob,
    onFailure: (err, job) => app.log.warn({ err, job }, 'a job failed, trying again'),
    onOverdueChange: (health) => app.log.warn(...toOverdueEntry(health)),
  })
  app.addHook('onReady', async () => {
    jobs.start()
    servicePresence.start()
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= jobs.stop()
    return stopped
  }
  stopping?.addEventListener('abort', stop)
  app.addHook('onClose', async () => {
    await Promise.all([servicePresence.stop(), stop()])
  })
  metrics?.watchJobs(jobs.health)
  return () => describeOverdue(jobs.health())
}

function listJobs(
  app: FastifyInstance,
  { database, clock, metrics, publicUrl, webhookAllow, proxies }: JobsOptions,
) {
  return [
    ...menuJobs(database, clock),
    outageRetention(database, clock),
    incidentSweep(database, clock, metrics?.countIncidents),
    incidentRetention(database, clock),
    ...alertJobs({
      database,
      clock,
      publicUrl,
      webhookAllow,
      proxies,
      onAttempt: metrics?.countAttempt,
      onRouteChange: (change) => app.log.warn(...toRouteLogEntry(change)),
    }),
  ]
}
