import type { FastifyInstance } from 'fastify'
import type { Throttles } from '../auth/rate-limits.ts'
import { heartbeatFastPathRules } from '../device/fast-path.ts'
import { createHeartbeats } from '../device/heartbeats.ts'
import { outageRetention } from '../device/outages/retention.ts'
import { createServicePresence } from '../device/outages/service-presence.ts'
import { createFastPath } from '../fast-path/fast-path.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { ResponseCache } from '../menu/cache/response-cache.ts'
import { menuJobs } from '../menu/write/jobs.ts'
import { toRouteLogEntry } from '../monitoring/alerts/delivery/deliver.ts'
import { alertJobs } from '../monitoring/alerts/jobs.ts'
import { incidentJobs } from '../monitoring/incidents/jobs.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Database } from '../storage/database.ts'
import { describeOverdue, toLogEntry as toOverdueEntry } from '../storage/jobs/job-health.ts'
import { createJobs } from '../storage/jobs/jobs.ts'
import { createWriteQueue } from '../storage/jobs/write-queue.ts'
import { type WriteRoutesOptions, writeRoutes } from './index.ts'
import { createMenuWriter } from './menus/menu-writer.ts'
import { createThreadedMenuWriter } from './menus/start-menu-writer-thread.ts'

export interface HttpWritesOptions {
  /** The database that requests read from. */
  readonly database: Database
  /** The same database, opened with the purpose `server-write`. */
  readonly writableDatabase: Database
  /** The responses of `GET /v1/groups`, whose tags conditions name. */
  readonly cache: ResponseCache
  readonly clock: Clock
  readonly deviceBasePath: string
  readonly hasFastPath: boolean
  readonly metrics: Metrics | undefined
  /** The address of the service, for links in alerts; empty if it is unknown. */
  readonly publicUrl: string
  /** Internal addresses, or ranges of them, that alerts may be sent to. */
  readonly webhookAllow: readonly string[]
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal | undefined
  /** Aborted when changes in progress are to be rejected. */
  readonly rejecting: AbortSignal | undefined
}

/** Creates what an app needs for HTTP writes. The app adds it in its own order. */
export function createHttpWrites({
  database,
  writableDatabase,
  cache,
  clock,
  deviceBasePath,
  hasFastPath,
  metrics,
  publicUrl,
  webhookAllow,
  stopping,
  rejecting,
}: HttpWritesOptions) {
  const queue = createWriteQueue(writableDatabase)
  const { handle } = writableDatabase
  const menuWriter = handle ? createThreadedMenuWriter(handle) : createMenuWriter(writableDatabase, queue)
  rejecting?.addEventListener('abort', () => menuWriter.close())
  const beats = createServicePresence(queue, clock)
  const reportHeartbeat = createHeartbeats(queue, clock, beats)
  const fastPath = hasFastPath
    ? createFastPath(database, clock, heartbeatFastPathRules(reportHeartbeat, deviceBasePath))
    : undefined
  return {
    /** Handlers of POST requests that are called before Fastify. */
    earlyHandlers: fastPath ? [fastPath.handle] : [],
    /** Does jobs while an app runs. @returns a function that describes those that are overdue */
    addJobs(app: FastifyInstance): () => readonly string[] {
      const alerts = alertJobs({
        database,
        clock,
        publicUrl,
        webhookAllow,
        onAttempt: metrics?.countAttempt,
        onRouteChange: (change) => app.log.warn(...toRouteLogEntry(change)),
      })
      const jobs = createJobs({
        jobs: [
          ...menuJobs(database, clock),
          outageRetention(database, clock),
          ...incidentJobs(database, clock, metrics?.countIncidents),
          ...alerts,
        ],
        queue,
        clock,
        onRun: metrics?.observeJob,
        onFailure: (err, job) => app.log.warn({ err, job }, 'a job failed, trying again'),
        onOverdueChange: (health) => app.log.warn(...toOverdueEntry(health)),
      })
      app.addHook('onReady', async () => {
        jobs.start()
        beats.start()
      })
      let stopped: Promise<void> | undefined
      const stop = () => {
        stopped ??= jobs.stop()
        return stopped
      }
      stopping?.addEventListener('abort', stop)
      app.addHook('onClose', async () => {
        await Promise.all([beats.stop(), stop()])
      })
      app.addHook('onClose', menuWriter.close)
      metrics?.watchJobs(jobs.health)
      return () => describeOverdue(jobs.health())
    },
    register: (app: FastifyInstance, options: Pick<WriteRoutesOptions, keyof Throttles | 'menuBasePath'>) =>
      app.register(writeRoutes, {
        ...options,
        database,
        sources: { database: writableDatabase, cache },
        menuWriter,
        queue,
        reportHeartbeat,
        fastPath,
        clock,
        deviceBasePath,
      }),
  }
}
