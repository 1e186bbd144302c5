import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Limits } from '../http/limits.ts'
import { type Database, StorageUnavailableError } from '../storage/database.ts'
import { requireMigrated } from '../storage/migrations.ts'
import { sqliteFile } from '../storage/open.ts'
import { clearTextWarning } from '../storage/postgres/encryption.ts'
import { networkWarning } from '../storage/sqlite/file-system.ts'
import { openFilesWarning } from './open-files.ts'

const SHORTEST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5000

/**
 * Checks whether the database can be served now.
 * @returns false if a database server is unavailable but may become available
 * @throws {StorageUnusableError} if waiting does not help; the message says what to do
 * @throws {StorageUnavailableError} if an SQLite database is unavailable: its file does not appear by itself
 */
export async function isServable(database: Database): Promise<boolean> {
  try {
    await requireMigrated(database)
    return true
  } catch (error) {
    if (database.engine === 'sqlite' || !(error instanceof StorageUnavailableError)) throw error
    return false
  }
}

/**
 * Waits for a database that is unavailable.
 * @throws {StorageUnavailableError} if it is still unavailable after `timeoutMs`
 */
export async function untilServable(database: Database, timeoutMs: number, logger: Logger): Promise<void> {
  const endMs = Date.now() + timeoutMs
  for (let delayMs = SHORTEST_DELAY_MS; !(await isServable(database)); delayMs *= 2) {
    const remainingMs = endMs - Date.now()
    if (remainingMs <= 0) {
      throw new StorageUnavailableError(
        `The database was unavailable for ${timeoutMs / 1000} s: start its server, correct DATABASE_URL, or set STARTUP_TIMEOUT to more seconds.`,
      )
    }
    const retryInMs = Math.min(delayMs, LONGEST_DELAY_MS, remainingMs)
    logger.warn({ retryInMs }, 'the database is unavailable, retrying')
    await sleep(retryInMs)
  }
}

/** Logs a warning if the process may have fewer connections open than MAX_CONNECTIONS allows. */
export function warnOfOpenFiles(limits: Limits, logger: Pick<Logger, 'warn'>): void {
  const warning = openFilesWarning(limits)
  if (warning !== undefined) logger.warn(warning)
}

/** Logs a warning if the database file is on a network file system, or the connection is in clear text. */
export function warnOfNetwork(databaseUrl: string, logger: Pick<Logger, 'warn'>, mounts?: string): void {
  const file = sqliteFile(databaseUrl)
  const warning = file === undefined ? clearTextWarning(databaseUrl) : networkWarning(file, mounts)
  if (warning !== undefined) logger.warn(warning)
}
