import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, StorageUnavailableError } from './database.ts'

const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 5000

interface WaitOptions {
  readonly timeoutMs: number
  /** Called before each pause. @param error why the server is unavailable */
  readonly onRetry: (retryInMs: number, error: StorageUnavailableError) => void
}

/**
 * Waits until a database server is available. It does not wait for SQLite, whose file does not appear by itself.
 * @param read a query that fails while the server is unavailable
 * @throws {StorageUnavailableError} if it is still unavailable after `timeoutMs`
 */
export async function untilAvailable(
  database: Database,
  read: () => Promise<unknown>,
  { timeoutMs, onRetry }: WaitOptions,
): Promise<void> {
  const endMs = performance.now() + timeoutMs
  for (let delayMs = MIN_DELAY_MS; ; delayMs *= 2) {
    const error = await findUnavailability(database, read)
    if (error === undefined) return
    const remainingMs = endMs - performance.now()
    if (remainingMs <= 0) {
      throw new StorageUnavailableError(
        `The database was unavailable for ${timeoutMs / 1000} s: start its server, correct DATABASE_URL, or set STARTUP_TIMEOUT to more seconds.`,
        { cause: error },
      )
    }
    const retryInMs = Math.min(delayMs, MAX_DELAY_MS, remainingMs)
    onRetry(retryInMs, error)
    await sleep(retryInMs)
  }
}

/**
 * @returns why a database server is unavailable; undefined if it is available
 * @throws {StorageUnavailableError} if an SQLite database is unavailable
 */
export async function findUnavailability(
  database: Database,
  read: () => Promise<unknown>,
): Promise<StorageUnavailableError | undefined> {
  try {
    await read()
    return undefined
  } catch (error) {
    if (database.engine === 'sqlite' || !(error instanceof StorageUnavailableError)) throw error
    return error
  }
}
