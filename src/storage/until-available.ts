import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, StorageUnavailableError } from './database.ts'

const SHORTEST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5000

interface WaitOptions {
  readonly timeoutMs: number
  /** Called before each pause. */
  readonly onRetry: (retryInMs: number) => void
}

/**
 * Waits until a database server is available. The file of an SQLite database does not appear by itself.
 * @param use what fails while the server is unavailable
 * @throws {StorageUnavailableError} if it is still unavailable after `timeoutMs`
 */
export async function untilAvailable(
  database: Database,
  use: () => Promise<unknown>,
  { timeoutMs, onRetry }: WaitOptions,
): Promise<void> {
  const endMs = performance.now() + timeoutMs
  for (let delayMs = SHORTEST_DELAY_MS; !(await isAvailable(database, use)); delayMs *= 2) {
    const remainingMs = endMs - performance.now()
    if (remainingMs <= 0) {
      throw new StorageUnavailableError(
        `The database was unavailable for ${timeoutMs / 1000} s: start its server, correct DATABASE_URL, or set STARTUP_TIMEOUT to more seconds.`,
      )
    }
    const retryInMs = Math.min(delayMs, LONGEST_DELAY_MS, remainingMs)
    onRetry(retryInMs)
    await sleep(retryInMs)
  }
}

/**
 * @returns false if a database server is unavailable but may become available
 * @throws {StorageUnavailableError} if an SQLite database is unavailable
 */
export async function isAvailable(database: Database, use: () => Promise<unknown>): Promise<boolean> {
  try {
    await use()
    return true
  } catch (error) {
    if (database.engine === 'sqlite' || !(error instanceof StorageUnavailableError)) throw error
    return false
  }
}
