import type { Config } from '../config/config.ts'
import { findHeartbeatsAfter } from '../device/heartbeats.ts'
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

/**
 * All checks for a configuration, in the order in which their problems are best fixed.
 * @throws {StorageUnusableError} if DATABASE_URL is invalid
 */
export async function checksFor({ databaseUrl }: Config): Promise<readonly Check[]> {
  const lastChecks = [clockCheck, openFilesCheck, portCheck]
  if (isPostgresUrl(databaseUrl)) {
    const { serverChecks } = await import('./postgres-checks.ts')
    return [...serverChecks(databaseUrl), databaseCheck, ...lastChecks]
  }
  // Throws if the URL names no file.
  sqlitePath(databaseUrl)
  const { fileChecks, pageChecks } = await import('./sqlite-checks.ts')
  return [...fileChecks, databaseCheck, ...pageChecks, ...lastChecks]
}
