import { setTimeout as sleep } from 'node:timers/promises'
import { StorageLockedError, WRITER_WAIT_MS } from '../database.ts'

const RETRY_MS = 10

/**
 * Runs a transaction, and retries while another process writes, without blocking the event loop.
 * @param run runs the transaction, and calls its argument when it has begun. After that it is not run again
 * @throws {StorageLockedError} if the database is still busy after `WRITER_WAIT_MS`
 */
export async function retryWhileBusy<Result>(run: (onBegin: () => void) => Result): Promise<Result> {
  const endMs = performance.now() + WRITER_WAIT_MS
  let hasBegun = false
  for (;;) {
    try {
      return run(() => {
        hasBegun = true
      })
    } catch (error) {
      if (hasBegun || !(error instanceof StorageLockedError) || performance.now() > endMs) throw error
    }
    await sleep(RETRY_MS)
  }
}
