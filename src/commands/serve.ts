import cluster from 'node:cluster'
import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { type Config, readConfig } from '../config/config.ts'
import { oneAddress } from '../server/listening.ts'
import { untilServable, warnOfNetwork, warnOfOpenFiles } from '../server/startup.ts'
import type { Database } from '../storage/database.ts'
import { isInMemory, openDatabase, openStorage } from '../storage/open.ts'
import { importInto } from './shared/document.ts'
import { examples } from './shared/help.ts'
import { readPort } from './shared/values.ts'

export const serveCommand = new Command('serve')
  .description('start the HTTP server; SIGTERM or SIGINT stops it')
  .option('--port <number>', 'the port to listen on; overrides PORT', readPort)
  .option('--seed <file>', 'first import this file; creates the database if it does not exist')
  .addHelpText(
    'after',
    examples(
      'signage serve --port 8080',
      'DATABASE_URL=sqlite::memory: signage serve --seed menu.json',
      'WORKERS=auto signage serve',
    ),
  )
  .action(async ({ seed, port }: { seed?: string; port?: number }) => {
    const configured = readConfig()
    const config = { ...configured, port: port ?? configured.port }
    refuseUnusableMemory(config, seed)
    const database =
      seed === undefined
        ? await openStorage(config.databaseUrl, 'read', config)
        : await openSeeded(config.databaseUrl, seed)
    if (config.workers === 1 || cluster.isWorker) await serveAlone(config, database)
    else await serveTogether(config, database)
  })

function refuseUnusableMemory({ databaseUrl, workers }: Config, seed: string | undefined): void {
  if (!isInMemory(databaseUrl)) return
  if (seed === undefined) {
    throw new CommandError(
      'DATABASE_URL names a database in memory, which starts empty: name a file to import with --seed.',
    )
  }
  if (workers > 1) {
    throw new CommandError(
      `WORKERS is ${workers}, but processes cannot share a database in memory: set WORKERS to 1, or DATABASE_URL to a file.`,
    )
  }
}

async function serveAlone(config: Config, database: Database): Promise<void> {
  // Loaded on demand: without the HTTP server, the other commands start in half the time.
  const { serve } = await import('../server/serve.ts')
  try {
    await serve(config, database)
  } catch (error) {
    await database.close()
    // The open IPC channel to the supervisor would keep the worker process alive.
    cluster.worker?.disconnect()
    throw error
  }
}

/** Checks the database once, closes it, and starts the workers. Each worker opens its own connection. */
async function serveTogether(config: Config, database: Database): Promise<void> {
  const { superviseWorkers } = await import('../server/workers.ts')
  const { createLogger } = await import('../observability/logger.ts')
  const log = await createLogger(config.logLevel)
  try {
    await untilServable(database, config.startupTimeoutMs, log.logger)
    warnOfNetwork(config.databaseUrl, log.logger)
    warnOfOpenFiles(config.limits, log.logger)
  } finally {
    await database.close()
  }
  if (config.metricsPort > 0) {
    const { gatherMetrics } = await import('../observability/metrics-workers.ts')
    const { serveMetrics } = await import('../observability/metrics-server.ts')
    await serveMetrics(gatherMetrics(), { host: oneAddress(config.host), port: config.metricsPort })
  }
  process.exitCode = await superviseWorkers(config, log)
}

async function openSeeded(databaseUrl: string, file: string): Promise<Database> {
  const { database } = await importInto(databaseUrl, file)
  // A database in memory disappears with its connection, so the server uses this connection.
  if (isInMemory(databaseUrl)) return database
  await database.close()
  return openDatabase(databaseUrl, 'read')
}
