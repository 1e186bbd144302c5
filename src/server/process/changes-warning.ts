import type { Logger } from 'pino'
import { describeUnsent } from '../../alerts/unsent.ts'
import type { Database } from '../../storage/database.ts'
import type { Config } from '../config/config.ts'

/** Logs a warning if changes are off and needed, or on and not permitted. */
export async function warnOfChanges(
  { allowsChanges }: Pick<Config, 'allowsChanges'>,
  database: Database,
  logger: Logger,
): Promise<void> {
  const find = allowsChanges ? findMissingPrivileges(database) : describeUnsent(database, Date.now())
  // If the database has become unavailable, that is reported elsewhere.
  const fault = await find.catch(() => undefined)
  if (fault !== undefined) logger.warn(fault)
}

async function findMissingPrivileges(database: Database): Promise<string | undefined> {
  if (database.engine === 'sqlite') return undefined
  const { missingPrivileges } = await import('../../storage/postgres/privileges.ts')
  return missingPrivileges(database)
}
