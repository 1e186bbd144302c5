import type { Logger } from 'pino'
import type { Limits } from '../../http/server/limits.ts'
import type { Database } from '../../storage/database.ts'
import { requireMigrated } from '../../storage/migrations.ts'
import { sqliteFile } from '../../storage/open.ts'
import { clearTextWarning } from '../../storage/postgres/encryption.ts'
import { networkWarning } from '../../storage/sqlite/file-system.ts'
import { findUnavailability, untilAvailable } from '../../storage/until-available.ts'
import type { Config } from '../config/config.ts'

/** The most files that a process has open besides connections: the database, its log, files being sent. */
const OTHER_FILES = 100

/**
 * Checks whether the database can be served now.
 * @returns false if a database server is unavailable but may become available
 * @throws {StorageUnusableError} if waiting does not help; the message says what to do
 */
export async function isServable(database: Database): Promise<boolean> {
  return (await findUnavailability(database, () => requireMigrated(database))) === undefined
}

/** Waits for a database. @throws {StorageUnavailableError} if it is still unavailable after `timeoutMs` */
export function untilServable(database: Database, timeoutMs: number, logger: Logger): Promise<void> {
  const onRetry = (retryInMs: number) => logger.warn({ retryInMs }, 'the database is unavailable, retrying')
  return untilAvailable(database, () => requireMigrated(database), { timeoutMs, onRetry })
}

/**
 * Warns of causes of later problems: a database on a network file system, a connection in clear text, and a
 * limit on open files that is too low for MAX_CONNECTIONS.
 */
export function machineWarnings({ databaseUrl, limits }: Config): readonly string[] {
  const file = sqliteFile(databaseUrl)
  const ofDatabase = file === undefined ? clearTextWarning(databaseUrl) : networkWarning(file)
  return [ofDatabase, openFilesWarning(limits)].filter((warning) => warning !== undefined)
}

export function warnOfMachine(config: Config, logger: Pick<Logger, 'warn'>): void {
  for (const warning of machineWarnings(config)) logger.warn(warning)
}

/**
 * Returns a warning if the limit on open files is too low for MAX_CONNECTIONS, and undefined otherwise. Node
 * raises the limit that it was started with as far as it may, so the limit is only known inside the process.
 */
function openFilesWarning({ maxConnections }: Limits): string | undefined {
  const report: { userLimits?: { open_files?: { soft?: number | string } } } = process.report.getReport()
  const limit = report.userLimits?.open_files?.soft
  if (typeof limit !== 'number' || limit >= maxConnections + OTHER_FILES) return undefined
  const has = `A process may have ${limit} files and connections open`
  const needs = `${maxConnections} connections (MAX_CONNECTIONS) and ${OTHER_FILES} files need more`
  const most = limit - OTHER_FILES
  const orLess = most > 0 ? `, or set MAX_CONNECTIONS to at most ${most}` : ''
  return `${has}, but ${needs}: raise the limit (ulimit -n, or LimitNOFILE of systemd)${orLess}.`
}

/** The address to listen on. For `localhost`, Fastify would open a second server, unknown to `createDrain`. */
export function oneAddress(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
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
