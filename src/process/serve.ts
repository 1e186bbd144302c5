import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import type { AppOptions } from '../app-options.ts'
import type { Config } from '../config/config.ts'
import { CommandError } from '../lib/command-error.ts'
import { createLogger } from '../metrics/logger.ts'
import type { Database } from '../storage/database.ts'
import { sqliteFile } from '../storage/open.ts'
import { writeAheadLogBytes } from '../storage/sqlite/inspection.ts'
import { reportHandedConnections } from './accept-queue.ts'
import { logDatabaseWarnings } from './database-warnings.ts'
import { createDrain } from './drain.ts'
import { planShutdown, shutDownOnSignal } from './shutdown.ts'
import {
  describeListenError,
  isServable,
  untilServable,
  warnOfDatabaseUrl,
  warnOfMissingSender,
} from './startup.ts'

type AppParts = Pick<AppOptions, 'database' | 'writableDatabase' | 'metrics'> & {
  readonly logger: Logger
}

/**
 * Serves a database until the process receives a signal to stop. It then finishes the requests in flight,
 * closes the database and lets the process end. A database server that is unavailable at first is waited for.
 * @param writableDatabase the same database, for HTTP writes; absent if there are none
 * @returns the address it listens on, once the database can be served
 * @throws {CommandError} if the address cannot be listened on
 * @throws {StorageOperatorError | StorageUnavailableError} if the database cannot be served
 */
export async function serve(
  config: Config,
  database: Database,
  writableDatabase?: Database,
): Promise<string> {
  const { logger, flush } = await createLogger(config.logLevel)
  const isReady = await isServable(database)
  if (isReady) await warnOfMissingSender(config, database, logger)
  if (!cluster.isWorker) warnOfDatabaseUrl(config, logger)
  const metrics = await startMetrics(config)
  const { app, drain, close } = await build(config, { database, writableDatabase, logger, metrics })
  const stopLoggingWarnings = logDatabaseWarnings(
    writableDatabase ? [database, writableDatabase] : [database],
    logger,
  )
  reportHandedConnections(app.server)
  // Installed before it listens, because a process manager may stop the process as soon as it listens.
  const plan = planShutdown(config.shutdownTimeoutMs)
  const removeHandlers = shutDownOnSignal(plan, logger, async () => {
    stopLoggingWarnings()
    await drain(plan)
    await close()
    // The process must end in time, even if the remaining log lines are lost.
    await flush(plan.flushMs)
  })
  const { host, port } = config
  const address = await app.listen({ host, port }).catch((error) => {
    removeHandlers()
    throw new CommandError(describeListenError(error, host, port))
  })
  if (!isReady) {
    await untilServable(database, config.startupTimeoutMs, logger).catch(async (error) => {
      removeHandlers()
      await drain(plan)
      throw error
    })
    await warnOfMissingSender(config, database, logger)
  }
  // With several workers, the first one logs the addresses for all.
  if (cluster.worker === undefined || cluster.worker.id === 1) {
    logger.info(pageUrls(address), 'pages')
    if (writableDatabase === undefined)
      logger.info('changes over HTTP, heartbeats and alerts are off: CHANGES=on switches them on')
  }
  return address
}

/** Builds the app, with functions that `drain` the requests in flight, and then `close` the database. */
async function build(config: Config, parts: AppParts) {
  const { database, writableDatabase, logger } = parts
  const stopping = new AbortController()
  const rejecting = new AbortController()
  const close = () => Promise.all([database.close(), writableDatabase?.close()])
  const signals = { stopping: stopping.signal, rejecting: rejecting.signal }
  const app = await buildApp({ ...config.app, ...parts, ...signals })
  const drain = createDrain(app, {
    endStreams: () => stopping.abort(),
    rejectWaiting() {
      rejecting.abort()
      // SQLite answers at once, and a request whose body is still arriving may need it.
      if (database.engine === 'sqlite') return
      close().catch((err) => logger.error({ err }, 'the database could not be closed'))
    },
  })
  return { app, drain, close }
}

function pageUrls(address: string) {
  return {
    devices: `${address}/app/`,
    menus: `${address}/app/menus`,
    stock: `${address}/app/stock`,
    board: `${address}/app/board`,
    docs: `${address}/docs`,
  }
}

/** Loads metrics on demand: most installations have none. The supervisor serves the metrics of all workers. */
async function startMetrics({ metricsAddress, databaseUrl }: Config) {
  if (metricsAddress === undefined) return undefined
  const { createMetrics } = await import('../metrics/metrics.ts')
  const { serveMetrics, shareMetrics } = await import('../metrics/metrics-server.ts')
  const metrics = createMetrics()
  const file = sqliteFile(databaseUrl)
  if (file !== undefined) metrics.addWriteAheadLogMetrics(() => writeAheadLogBytes(file))
  if (cluster.isWorker) shareMetrics(metrics.registry)
  else await serveMetrics(metrics.registry, metricsAddress)
  return metrics
}
