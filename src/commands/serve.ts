import { type Config, readServerConfig } from '../config/config.ts'
import { CommandError } from '../lib/command-error.ts'
import type { Database } from '../storage/database.ts'
import { isInMemory, openDatabase, openUnchecked } from '../storage/open.ts'
import { Command } from './shared/command.ts'
import { printToStderr } from './shared/output.ts'
import { wholeNumberParser } from './shared/values.ts'

export const serveCommand = new Command('serve')
  .description('start the HTTP server; SIGTERM or SIGINT stops it')
  .option('--port <number>', 'the port to listen on; overrides PORT', wholeNumberParser(0, 65_535))
  .option('--seed <file>', 'first import this file; creates the database if it does not exist')
  .examples(
    'signage serve --port 8080',
    'DATABASE_URL=sqlite::memory: signage serve --seed menu.json',
    'WORKERS=auto signage serve',
  )
  .action(async ({ seed, port }: { seed?: string; port?: number }) => {
    const { default: cluster } = await import('node:cluster')
    const option = port === undefined ? {} : { SIGNAGE_PORT: `${port}` }
    const config = readServerConfig({ ...process.env, ...option })
    requireUsableDatabase(config, seed)
    const database =
      seed === undefined
        ? await openUnchecked(config.databaseUrl, 'read', config.readFrom)
        : await openSeeded(config.databaseUrl, seed)
    if (config.workers === 1 || cluster.isWorker) return serveAlone(config, database)
    const { superviseWorkers } = await import('../process/workers.ts')
    process.exitCode = await superviseWorkers(config, database)
  })

function requireUsableDatabase({ databaseUrl, workers }: Config, seed: string | undefined): void {
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
  const { serve } = await import('../process/serve.ts')
  let writableDatabase: Database | undefined
  try {
    writableDatabase = await openWritableDatabase(config, database)
    await serve(config, database, writableDatabase)
  } catch (error) {
    await Promise.all([database.close(), writableDatabase?.close()])
    const { default: cluster } = await import('node:cluster')
    // The open IPC channel to the supervisor would keep the worker process alive.
    cluster.worker?.disconnect()
    throw error
  }
}

/** Opens the database a second time, for HTTP writes. A database in memory has only one connection. */
async function openWritableDatabase({ allowsChanges, databaseUrl }: Config, database: Database) {
  if (!allowsChanges) return undefined
  return isInMemory(databaseUrl) ? database : openUnchecked(databaseUrl, 'server-write')
}

async function openSeeded(databaseUrl: string, file: string): Promise<Database> {
  const { importFilesInto, printUnknownFields } = await import('./shared/import-into.ts')
  if (!isInMemory(databaseUrl)) {
    await importFilesInto(databaseUrl, [file], { onReport: printToStderr })
    return openDatabase(databaseUrl, 'read')
  }
  // A database in memory disappears with its connection, so the server uses this connection.
  const { importFile } = await import('../formats/import-any-format.ts')
  const database = await openDatabase(databaseUrl, 'create')
  await importFile(database, file, { onUnknownFields: printUnknownFields, onReport: printToStderr })
  return database
}
