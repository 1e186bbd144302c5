import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { repeatedHeartbeats } from '../device/fast-path.ts'
import { createHeartbeats } from '../device/heartbeats.ts'
import { createFastPath } from '../fast-path/fast-path.ts'
import { createJobs } from '../jobs/jobs.ts'
import { menuJobs } from '../menu/write/jobs.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Database } from '../storage/database.ts'
import { createWriteQueue } from '../storage/write-queue.ts'
import { changes, type Parts } from './index.ts'

export interface ChangesParts {
  /** The database that requests read from. */
  readonly database: Database
  /** The same database, opened for changes. */
  readonly changes: Database
  readonly clock: Clock
  readonly deviceBasePath: string
  readonly hasFastPath: boolean
  readonly metrics: Metrics | undefined
}

/** Creates what an app needs for changes. The app adds the parts in its own order. */
export function createChanges({
  database,
  changes: target,
  clock,
  deviceBasePath,
  hasFastPath,
  metrics,
}: ChangesParts) {
  const queue = createWriteQueue(target)
  const reportHeartbeat = createHeartbeats(queue, clock)
  const fastPath = hasFastPath
    ? createFastPath(database, clock, repeatedHeartbeats(reportHeartbeat, deviceBasePath))
    : undefined
  return {
    /** Handlers of POST requests that are called before Fastify. */
    earlyHandlers: fastPath ? [fastPath.handle] : [],
    /** Does jobs while an app runs. */
    addJobs(app: FastifyInstance): void {
      const jobs = createJobs({
        jobs: menuJobs(database, clock),
        queue,
        clock,
        onRun: metrics?.countJob,
        onFailure: (err, job) => app.log.warn({ err, job }, 'a job failed, trying again'),
      })
      app.addHook('onReady', async () => jobs.start())
      app.addHook('onClose', jobs.stop)
    },
    register: (app: FastifyInstance, options: Pick<Parts, 'throttle' | 'menuBasePath'>) =>
      app.register(changes, {
        ...options,
        database,
        queue,
        reportHeartbeat,
        fastPath,
        clock,
        deviceBasePath,
      }),
  }
}
