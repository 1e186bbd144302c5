import { statSync } from 'node:fs'
import { StorageUnavailableError, StorageUnusableError } from '../database.ts'
import { createOverwriteDetector } from './overwrite-detector.ts'

const CHECK_INTERVAL_MS = 1000

/**
 * Checks every second whether the file at a path is still the same one. An open file that was removed or replaced can still be
 * read, but is outdated, because no process writes to it any more. A file that was overwritten is read together with old pages
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

  const fault = () => {
    if (isOverwritten) {
      return new StorageUnusableError(
        `Another program wrote to the file ${path} while the service was using it. If it was copied over, its data is mixed: stop the service, move this file and those with -wal and -shm after its name away, and restore a backup, as docs/how-to/back-up-and-restore.md says. If it was only touched, restart the service.`,
      )
    }
    if (!isReplaced) return undefined
    return new StorageUnavailableError(
      `The file ${path} was removed or replaced while the service was using it: put it back, or restart the service.`,
    )
  }

  return {
    /** The fault of the file, as of the last check. */
    fault,
    /** @throws {StorageUnavailableError | StorageUnusableError} if the file was not the same at the last check */
    assertUnchanged() {
      const error = fault()
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
