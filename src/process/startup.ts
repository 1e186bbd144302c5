import type { Logger } from 'pino'
import { describeMissingSender } from '../alerts/missing-sender.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../storage/database.ts'
import { requireMigrated } from '../storage/migrations.ts'
import { sqliteFile } from '../storage/open.ts'
import { clearTextWarning } from '../storage/postgres/encryption.ts'
import { networkWarning } from '../storage/sqlite/file-system.ts'
import { findUnavailability, untilAvailable } from '../storage/until-available.ts'

/**
 * Checks whether the database can be served now.
 * @returns false if a database server is unavailable but may become available
 * @throws {StorageOperatorError} if waiting does not help; the message says what to do
 */
export async function isServable(database: Database): Promise<boolean> {
  return (await findUnavailability(database, () => requireMigrated(database))) === undefined
}

/** Waits for a database. @throws {StorageUnavailableError} if it is still unavailable after `timeoutMs` */
export function untilServable(database: Database, timeoutMs: number, logger: Logger): Promise<void> {
  const onRetry = (retryInMs: number) => logger.warn({ retryInMs }, 'the database is unavailable, retrying')
  return untilAvailable(database, () => requireMigrated(database), { timeoutMs, onRetry })
}

/** A warning of a cause of later problems: a database on a network file system, or a connection in clear text. */
export function databaseUrlWarning({ databaseUrl }: Config): string | undefined {
  const file = sqliteFile(databaseUrl)
  return file === undefined ? clearTextWarning(databaseUrl) : networkWarning(file)
}

/** Logs the warning of `databaseUrlWarning`, if there is one. */
export function warnOfDatabaseUrl(config: Config, logger: Pick<Logger, 'warn'>): void {
  const warning = databaseUrlWarning(config)
  if (warning !== undefined) logger.warn(warning)
}

/** Logs a warning if there are alerts to send and changes are off. */
export async function warnOfMissingSender(config: Config, database: Database, logger: Logger): Promise<void> {
  if (config.allowsChanges) return
  // If the database has become unavailable, that is reported elsewhere.
  const missing = await describeMissingSender(database, Date.now()).catch(() => undefined)
  if (missing !== undefined) logger.warn(missing)
}

/** Describes why an address cannot be listened on, and what to do. */
export function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  const { code, message } = error
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or set PORT to another.`
  if (code === 'EACCES') return `Port ${port} may not be listened on by this user: set PORT to 1024 or more.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is ${host}, which is no address of this machine: set it to one that is, or to 0.0.0.0.`
  }
  return `Cannot listen on ${host}, port ${port}: ${message}.`
}
