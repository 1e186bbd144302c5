import { statSync } from 'node:fs'
import { StorageUnavailableError } from '../database.ts'

const LOOK_INTERVAL_MS = 1000

/** Tells whether the file that was opened is still the one at its path. */
export interface Place {
  /** @throws {StorageUnavailableError} if it was, when last looked */
  readonly require: () => void
  readonly leave: () => void
}

/**
 * Looks every second whether the file at a path is still the one that it is now. An open file that was removed or
 * replaced can be read for ever, but nobody writes to it any more: its answers would be of the past.
 */
export function watchPlace(path: string): Place {
  const opened = identityOf(path)
  let isGone = false
  const timer = setInterval(() => {
    isGone = identityOf(path) !== opened
  }, LOOK_INTERVAL_MS).unref()

  return {
    require() {
      if (!isGone) return
      throw new StorageUnavailableError(
        `The file ${path} was removed or replaced while it was served from: put it back, or start the service anew.`,
      )
    },
    leave: () => clearInterval(timer),
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
