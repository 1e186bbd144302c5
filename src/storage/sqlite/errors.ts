import {
  StorageConstraintError,
  StorageLockedError,
  StorageOperatorError,
  StorageUnavailableError,
} from '../database.ts'
import { driver } from './driver.ts'

export const DAMAGED =
  'The database is damaged: stop the service and restore a backup, as docs/how-to/back-up-and-restore.md says.'

/** SQLite error codes, or prefixes of them, with what to do. The first match is used. */
const UNUSABLE: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'DATABASE_URL names a file that is not a SQLite database.',
  SQLITE_CORRUPT: DAMAGED,
  SQLITE_READONLY:
    'The database cannot be written to: grant this user write access to its file and to the folder of the file, which readers need as well.',
  SQLITE_FULL: 'The disk of the database is full, so nothing was changed: free some space, then try again.',
  SQLITE_IOERR_WRITE:
    'The database cannot be written to, so nothing was changed: check whether its disk is full or damaged, then try again.',
}
const UNAVAILABLE: Readonly<Record<string, string>> = {
  SQLITE_CANTOPEN:
    'The database cannot be opened: DATABASE_URL must name a file that this user may read, in a folder that this user may write to.',
}

/** Runs work with the driver. @throws {Error} an error of the driver, converted to one of the service */
export function translateErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw translateError(error)
  }
}

/** All SQL of the service is constant and tested, so errors of SQLite concern the state of the database. */
export function translateError(error: unknown): unknown {
  if (isNotBuilt(error)) {
    return new StorageOperatorError(
      `The SQLite driver is not built for this Node (${process.version}): run "npm rebuild better-sqlite3" where signage is installed.`,
      { cause: error },
    )
  }
  if (!(error instanceof driver().SqliteError)) return error
  const { code, message } = error
  const options = { cause: error }
  if (code.startsWith('SQLITE_CONSTRAINT')) {
    const sentence = `The change violates a constraint of the database: ${message}.`
    return new StorageConstraintError(sentence, options)
  }
  const unusable = sentenceFor(code, UNUSABLE)
  if (unusable !== undefined) return new StorageOperatorError(unusable, options)
  const sentence = sentenceFor(code, UNAVAILABLE) ?? `The database cannot be used: ${message}.`
  return new (code.startsWith('SQLITE_BUSY') ? StorageLockedError : StorageUnavailableError)(
    sentence,
    options,
  )
}

function sentenceFor(code: string, sentences: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(sentences).find(([prefix]) => code.startsWith(prefix))?.[1]
}

/** The native module is loaded with the first connection. It may be missing, or built for another Node. */
function isNotBuilt(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'ERR_DLOPEN_FAILED') || 'tries' in error
}
