import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { localUrl } from '../config/local-url.ts'
import { findHeartbeatsAfter } from '../device/heartbeats.ts'
import { listJobs } from '../jobs/lease.ts'
import { findDueReturn } from '../menu/write/stock-returns.ts'
import { describeListenError, oneAddress, openFilesWarning } from '../server/startup.ts'
import type { Database } from '../storage/database.ts'
import { isInMemory, openDatabase, sqlitePath } from '../storage/open.ts'
import { isPostgresUrl } from '../storage/postgres/connection-url.ts'
import { isSystemError } from '../system-error.ts'
import { type Check, type Result, warningOr } from './check.ts'

/** Differences between clocks up to this are not reported. */
const TOLERANCE_MS = 60_000

/** How late a job may be. Jobs that are seconds late are about to be done. */
const LATE_MS = 10_000
const RESPONSE_TIMEOUT_MS = 2000

/** A check of what is in the database. */
function contentCheck(
  name: string,
  needs: readonly string[],
  run: (database: Database, config: Config) => Result | Promise<Result>,
): Check {
  return {
    name,
    needs,
    run: async (config) => {
      const database = await openDatabase(config.databaseUrl, 'read', config)
      return Promise.resolve(run(database, config)).finally(() => database.close())
    },
  }
}

const databaseCheck = contentCheck('database', ['driver'], (_database, { databaseUrl }) =>
  warningOr(
    isInMemory(databaseUrl)
      ? 'The database is in memory, so its data is lost when the process ends: set DATABASE_URL to a file. Only "signage serve --seed FILE" can use a database in memory.'
      : undefined,
    'The database can be opened, and its tables are those of this version.',
  ),
)

const clockCheck = contentCheck('clock', ['database'], async (database) => {
  const latest = new Date(Date.now() + TOLERANCE_MS).toISOString()
  const { count, last } = await findHeartbeatsAfter(database, latest)
  if (count === 0) return `It is ${new Date().toISOString()}, and no heartbeat is in the future.`
  return {
    warning: `It is ${new Date().toISOString()}, but heartbeats of ${count === 1 ? '1 device' : `${count} devices`} are in the future, up to ${last}: correct the clock of this machine, or of the sender of the heartbeats.`,
  }
})

const jobsCheck = contentCheck('jobs', ['database'], async (database) => {
  if (await findDueReturn(database, Date.now() - LATE_MS)) {
    return {
      warning:
        'Items should be in stock again by now, but no process puts them back: start a service with CHANGES=on.',
    }
  }
  const runs = (await listJobs(database)).map(
    ({ name, last_run_at }) => `${name} was done at ${last_run_at ?? 'no time yet'}`,
  )
  return runs.length === 0 ? 'No job was due so far.' : `No job is late: ${runs.join(', ')}.`
})

const openFilesCheck: Check = {
  name: 'open files',
  run: ({ limits }) =>
    warningOr(openFilesWarning(limits), 'The limit on open files is high enough for MAX_CONNECTIONS.'),
}

const portCheck: Check = {
  name: 'port',
  run: async ({ host, port }) => {
    const error = await tryToListen(oneAddress(host), port)
    if (error === undefined) return `Port ${port} of ${host} is free.`
    if (error.code === 'EADDRINUSE' && (await isSignage(host, port))) {
      return {
        warning: `Port ${port} is already in use by a running signage service; fine unless you are starting another.`,
      }
    }
    throw new Error(describeListenError(error, host, port))
  },
}

async function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer().listen({ host, port })
  try {
    await once(server, 'listening')
    server.close()
    return undefined
  } catch (error) {
    if (isSystemError(error)) return error
    throw error
  }
}

/** Whether the process that listens there responds to `/livez` as this service does. */
async function isSignage(host: string, port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    const response = await fetch(`${localUrl(host, port)}/livez`, { signal })
    return response.ok && (await response.text()) === '{"status":"ok"}'
  } catch {
    return false
  }
}

/**
 * All checks for a configuration, in the order in which their problems are best fixed.
 * @throws {StorageUnusableError} if DATABASE_URL is invalid
 */
export async function checksFor({ databaseUrl }: Config): Promise<readonly Check[]> {
  const lastChecks = [clockCheck, jobsCheck, openFilesCheck, portCheck]
  if (isPostgresUrl(databaseUrl)) {
    const { serverChecks, writerCheck } = await import('./postgres-checks.ts')
    return [...serverChecks(databaseUrl), databaseCheck, writerCheck, ...lastChecks]
  }
  // Throws if the URL names no file.
  sqlitePath(databaseUrl)
  const { fileChecks, pageChecks } = await import('./sqlite-checks.ts')
  return [...fileChecks, databaseCheck, ...pageChecks, ...lastChecks]
}
