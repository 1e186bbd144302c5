import type { FastifyInstance } from 'fastify'
import { deliveryJob, incidentJob, planningJob } from './alerts/alert-jobs.ts'
import { redactedUrl } from './alerts/alert-route.ts'
import { incidentRetention } from './alerts/incidents/queries/retention.ts'
import type { CompleteAppOptions } from './app-options.ts'
import { outageRetention } from './device/outages/queries.ts'
import { changeLogRetention } from './menu/write/queries/change-log.ts'
import { restockJob } from './menu/write/restocks.ts'
import { createJobs } from './storage/jobs/jobs.ts'
import { retentionJob } from './storage/jobs/retention.ts'
import type { Writers } from './writers.ts'

const RETENTIONS = [changeLogRetention, outageRetention, incidentRetention]

interface JobsOptions extends CompleteAppOptions {
  readonly writers: Writers
}

/** Runs the jobs while an app runs. If there are several processes, each job is done by one of them. */
export function runJobs(app: FastifyInstance, options: JobsOptions): void {
  const { clock, metrics, stopping, writers } = options
  const { writeQueue, servicePresence } = writers
  const jobs = createJobs({
    jobs: jobsToRun(app, options),
    writeQueue,
    clock,
    onRun: metrics?.observeJob,
    onFailure: (err, job) => app.log.warn({ err, job }, 'a job failed, trying again'),
  })
  // Both start once the app listens, because it accepts no heartbeats before. The presence starts first: it stores the absence that
  // ends now, which the jobs must see.
  app.addHook('onListen', async () => {
    servicePresence.start()
    jobs.start()
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
}

function jobsToRun(app: FastifyInstance, options: JobsOptions) {
  const { clock, metrics, writers } = options
  // Not the database that responses are read from. That may be a standby that lags behind, and shows sent messages as due.
  const { writableDatabase: database } = writers
  return [
    restockJob(database, clock),
    ...RETENTIONS.map((retention) => retentionJob(database, clock, retention)),
    incidentJob(database, clock),
    planningJob(database, clock),
    deliveryJob({
      ...options,
      database,
      onAttempt: metrics?.countAttempt,
      onAlertRouteChange: ({ alertRoute: { id, url }, state, result }) =>
        app.log.warn({ alertRoute: id, host: redactedUrl(url), result }, `an alert route is ${state}`),
    }),
  ]
}
