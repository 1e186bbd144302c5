import type { Config } from '../config/config.ts'
import { findHeartbeatsAfter } from '../device/heartbeats.ts'
import { listJobs } from '../jobs/lease.ts'
import { findDueReturn } from '../menu/write/stock-returns.ts'
import { isInMemory, openDatabase, sqlitePath } from '../storage/open.ts'
import { isPostgresUrl } from '../storage/postgres/connection-url.ts'
import type { Check } from './check.ts'
import { openFilesCheck, portCheck } from './machine-checks.ts'

/** Differences between clocks up to this are not reported. */
const TOLERANCE_MS = 60_000

const databaseCheck: Check = {
  name: 'database',
  needs: ['driver'],
  run: async (config) => {
    const database = await openDatabase(config.databaseUrl, 'read', config)
    await database.close()
    if (isInMemory(config.databaseUrl)) {
      return {
        warning:
          'The database is in memory, so its data is lost when the process ends: set DATABASE_URL to a file. Only "signage serve --seed FILE" can use a database in memory.',
      }
    }
    return 'The database can be opened, and its tables are those of this version.'
  },
}

const clockCheck: Check = {
  name: 'clock',
  needs: ['database'],
  run: async (config) => {
    const latest = new Date(Date.now() + TOLERANCE_MS).toISOString()
    const database = await openDatabase(config.databaseUrl, 'read', config)
    const { count, last } = await findHeartbeatsAfter(database, latest).finally(() => database.close())
    if (count === 0) return `It is ${new Date().toISOString()}, and no heartbeat is in the future.`
    return {
      warning: `It is ${new Date().toISOString()}, but heartbeats of ${count === 1 ? '1 device' : `${count} devices`} are in the future, up to ${last}: correct the clock of this machine, or of the sender of the heartbeats.`,
    }
  },
}

/** How late a job may be. Jobs that are seconds late are about to be done. */
const LATE_MS = 10_000

const jobsCheck: Check = {
  name: 'jobs',
  needs: ['database'],
  run: async (config) => {
    const database = await openDatabase(config.databaseUrl, 'read', config)
    try {
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
    } finally {
      await database.close()
    }
  },
}

/**
 * All checks for a configuration, in the order in which their problems are best fixed.
 * @throws {StorageUnusableError} if DATABASE_URL is invalid
 */
export async function checksFor({ databaseUrl }: Config): Promise<readonly Check[]> {
  const lastChecks = [clockCheck, jobsCheck, openFilesCheck, portCheck]
  if (isPostgresUrl(databaseUrl)) {
    const { serverChecks } = await import('./postgres-checks.ts')
    return [...serverChecks(databaseUrl), databaseCheck, ...lastChecks]
  }
  // Throws if the URL names no file.
  sqlitePath(databaseUrl)
  const { fileChecks, pageChecks } = await import('./sqlite-checks.ts')
  return [...fileChecks, databaseCheck, ...pageChecks, ...lastChecks]
}
