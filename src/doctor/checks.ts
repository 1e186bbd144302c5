import type { Config } from '../config/config.ts'
import { sqlitePath } from '../storage/open.ts'
import { isPostgresUrl } from '../storage/postgres/connection-url.ts'
import type { Check } from './check.ts'
import { clockCheck, databaseCheck } from './database-checks.ts'
import { openFilesCheck } from './open-files-check.ts'
import { portCheck } from './port-check.ts'

/** All checks for a configuration, in the order in which their faults are best mended. */
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
 * What must be so before the database can be opened.
 * @throws {StorageRefusedError} if DATABASE_URL is not one to open
 */
async function storageChecks({ databaseUrl }: Config): Promise<readonly Check[]> {
  if (!isPostgresUrl(databaseUrl)) {
    sqlitePath(databaseUrl)
    return (await import('./sqlite-checks.ts')).fileChecks
  }
  return (await import('./postgres-checks.ts')).serverChecks(databaseUrl)
}

/** What can be asked once it is open. */
async function dataChecks({ databaseUrl }: Config): Promise<readonly Check[]> {
  return isPostgresUrl(databaseUrl) ? [] : (await import('./sqlite-checks.ts')).pageChecks
}
