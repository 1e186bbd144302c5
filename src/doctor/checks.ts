import type { Config } from '../config/config.ts'
import { sqlitePath } from '../storage/open.ts'
import { isPostgresUrl } from '../storage/postgres/connection-url.ts'
import type { Check } from './check.ts'
import { clockCheck, databaseCheck } from './database-checks.ts'
import { openFilesCheck } from './open-files-check.ts'
import { portCheck } from './port-check.ts'

/** All checks for a configuration, in the order in which their problems are best fixed. */
export async function checksFor(config: Config): Promise<readonly Check[]> {
  return [
    ...(await storageChecks(config)),
    databaseCheck,
    ...(await dataChecks(config)),
    clockCheck,
    openFilesCheck,
    portCheck,
  ]
}

/**
 * Checks to run before the database is opened.
 * @throws {StorageUnusableError} if DATABASE_URL is invalid
 */
async function storageChecks({ databaseUrl }: Config): Promise<readonly Check[]> {
  if (!isPostgresUrl(databaseUrl)) {
    sqlitePath(databaseUrl)
    return (await import('./sqlite-checks.ts')).fileChecks
  }
  return (await import('./postgres-checks.ts')).serverChecks(databaseUrl)
}

/** Checks to run once the database can be opened. */
async function dataChecks({ databaseUrl }: Config): Promise<readonly Check[]> {
  return isPostgresUrl(databaseUrl) ? [] : (await import('./sqlite-checks.ts')).pageChecks
}
