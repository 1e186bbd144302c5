import { statSync } from 'node:fs'
import { StorageUnavailableError } from '../database.ts'

const CHECK_INTERVAL_MS = 1000

/**
 * Checks every second whether the file at a path is still the same one. A file that was removed or replaced
 * while open can still be read, but no process writes to it any more, so its data is outdated.
 */
export function watchFileIdentity(path: string) {
  const opened = identityOf(path)
  let isReplaced = false
  const timer = setInterval(() => {
    isReplaced = identityOf(path) !== opened
  }, CHECK_INTERVAL_MS).unref()

  return {
    /** @throws {StorageUnavailableError} if the file had been removed or replaced at the last check */
    assertUnchanged() {
      if (!isReplaced) return
      throw new StorageUnavailableError(
        `The file ${path} was removed or replaced while the service was using it: put it back, or restart the service.`,
      )
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
