import { statSync } from 'node:fs'
import { StorageOperatorError, StorageUnavailableError } from '../database.ts'
import { createOverwriteDetector } from './overwrite-detector.ts'

const CHECK_INTERVAL_MS = 1000

/**
 * Checks every second whether the file at a path is still the same one. An open file that was removed or replaced can still be
 * read, but is outdated, because no process writes to it any more. If a file was overwritten, its new pages are mixed with old ones
 * from the log and from memory.
 */
export function watchFileIdentity(path: string) {
  const opened = identityOf(path)
  const detectOverwriting = createOverwriteDetector(path)
  let isReplaced = false
  let isOverwritten = false
  const timer = setInterval(() => {
    isReplaced = identityOf(path) !== opened
    isOverwritten ||= !isReplaced && detectOverwriting()
  }, CHECK_INTERVAL_MS).unref()

  const problem = () => {
    if (isOverwritten) {
      return new StorageOperatorError(
        'Another program wrote to the file of the database while the service was using it. Stop the service, move this file and its -wal and -shm files away, and restore a backup, as docs/how-to/back-up-and-restore.md says. If only the date of the file was changed, restart the service.',
      )
    }
    if (!isReplaced) return undefined
    return new StorageUnavailableError(
      'The file of the database was removed or replaced while the service was using it: put it back, or restart the service.',
    )
  }

  return {
    /** Why the file cannot be used, as of the last check; undefined if it can. */
    problem,
    /** @throws {StorageUnavailableError | StorageOperatorError} if the file was not the same at the last check */
    requireUnchanged() {
      const error = problem()
      if (error) throw error
    },
    stop: () => clearInterval(timer),
  }
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}
