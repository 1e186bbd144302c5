import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import closeWithGrace from 'close-with-grace'
import type { Config } from '../config/config.ts'
import { createLogger, LOG_FLUSH_MS } from '../metrics/logger.ts'
import type { Database } from '../storage/database.ts'
import { untilWorkerQueueIsEmpty } from './accept-queue.ts'
import { planShutdown } from './shutdown.ts'
import { untilServable, warnOfDatabaseUrl } from './startup.ts'

/** The delay before a healthy worker is replaced. It doubles for each worker that ends early. */
const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 10_000
/** A worker that lived this long was healthy. */
const HEALTHY_AFTER_MS = 10_000

/**
 * Serves with `workers` processes on one port. Each runs `signage serve`. A worker that ends is
 * replaced. SIGTERM or SIGINT lets all of them finish the requests in flight and end.
 * @param database is checked and closed; each worker opens its own connection
 * @returns 0 once the first worker listens, or its exit code if it cannot
 */
export async function superviseWorkers(config: Config, database: Database): Promise<number> {
  const { port, workers: count, shutdownTimeoutMs } = config
  const { logger, flush } = await createLogger(config.logLevel)
  await untilServable(database, config.startupTimeoutMs, logger).finally(() => database.close())
  warnOfDatabaseUrl(config, logger)
  if (config.metricsAddress) await serveMetricsOfWorkers(config.metricsAddress)
  cluster.setupPrimary({ args: ['serve', '--port', String(port)] })
  const startedAtMs = new Map<number, number>()
  let delayMs = MIN_DELAY_MS
  let stopping = false
  let isSupervising = false

  function start(): Worker {
    const worker = cluster.fork()
    startedAtMs.set(worker.id, performance.now())
    // A process that could not be started emits no `exit`. If it is the first one, the command fails with this error.
    worker.on('error', (error) => {
      logger.error({ err: error }, 'a worker could not be started or sent a message')
      if (worker.process.pid === undefined && isSupervising) replace(worker, null, null)
    })
    logger.info({ worker: worker.process.pid }, 'worker started')
    return worker
  }

  function replace(worker: Worker, code: number | null, signal: string | null): void {
    const uptimeMs = performance.now() - (startedAtMs.get(worker.id) ?? 0)
    startedAtMs.delete(worker.id)
    if (stopping) return
    delayMs = uptimeMs < HEALTHY_AFTER_MS ? Math.min(delayMs * 2, MAX_DELAY_MS) : MIN_DELAY_MS
    logger.error({ worker: worker.process.pid, code, signal, delayMs }, 'worker ended, another will start')
    setTimeout(() => stopping || start(), delayMs)
  }

  const grace = closeWithGrace({ delay: shutdownTimeoutMs, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'stopping all workers after an error')
    else logger.info({ signal }, 'stopping all workers')
    stopping = true
    await stopAll(planShutdown(shutdownTimeoutMs).workerQueueMs)
    await flush(LOG_FLUSH_MS)
  })

  // The first worker starts alone, so that an error at startup is reported only once.
  const code = await firstOutcome(start())
  if (stopping) return 0
  if (code !== undefined) {
    grace.uninstall()
    return code
  }
  isSupervising = true
  cluster.on('exit', replace)
  for (let n = 1; n < count; n++) start()
  return 0
}

async function serveMetricsOfWorkers(address: NonNullable<Config['metricsAddress']>): Promise<void> {
  const { gatherMetrics, serveMetrics } = await import('../metrics/metrics-server.ts')
  await serveMetrics(gatherMetrics(), address)
}

/** @returns the exit code of a worker that ended before it listened; undefined if it listens */
async function firstOutcome(worker: Worker): Promise<number | undefined> {
  const ended = once(worker, 'exit').then(([code]) => Number(code ?? 1))
  const listening = once(worker, 'listening').then(() => undefined)
  return Promise.race([ended, listening])
}

/**
 * Stops all workers. They are disconnected first, so that they are handed no new connections and the port is
 * closed, and only then receive the signal to stop. A connection handed to a stopped worker would go to the
 * next one, and after the last one it would be lost.
 */
async function stopAll(workerQueueTimeoutMs: number): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const ended = workers.filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit'))
  // Disconnected workers no longer end by themselves with their supervisor.
  process.once('exit', () => workers.map(({ process }) => process.kill('SIGKILL')))
  await untilWorkerQueueIsEmpty(workers, workerQueueTimeoutMs)
  for (const worker of workers) worker.disconnect()
  for (const worker of workers) worker.process.kill('SIGTERM')
  await Promise.all(ended)
}
