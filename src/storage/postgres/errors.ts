import pg from 'pg'
import { StorageConstraintError, StorageRefusedError, StorageUnavailableError } from '../database.ts'

/** SQLSTATEs, or the beginnings of them, by what they mean to the service. */
const CONSTRAINT = ['22', '23']
const REFUSED: Readonly<Record<string, string>> = {
  '28': 'The database server refused user or password of DATABASE_URL: correct them.',
  '3D000': 'The database that DATABASE_URL names does not exist: create it, or choose another.',
  '42501':
    'The user of DATABASE_URL may not do this in the database: grant it the rights, or choose another.',
  '25006': 'The database server takes no changes: it is a standby, or set to be read only.',
}
/** The server went away in the middle, or takes no connections yet; another may answer. */
const LOST = ['08', '57P', '40001', '40P01']

/** What the driver says when it has waited for long enough: to wait once more would take as long again. */
const GIVEN_UP = 'Query read timeout'

/** The connection, or the server at its other end, is of no use any more: the same may succeed on another. */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return LOST.some((state) => error.code?.startsWith(state))
  return isDriverError(error) && !isUnanswered(error)
}

/** The server was asked and said nothing for longer than any answer takes. */
export function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === GIVEN_UP
}

/** An error of the driver in the service's words. What is none of the storage's stays as it is. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return isDriverError(error) ? unavailable(error) : error
  const state = error.code ?? ''
  if (CONSTRAINT.some((prefix) => state.startsWith(prefix))) {
    return new StorageConstraintError(`The database refused the change: ${error.message}.`, { cause: error })
  }
  const refusal = Object.entries(REFUSED).find(([prefix]) => state.startsWith(prefix))?.[1]
  return refusal === undefined ? unavailable(error) : new StorageRefusedError(refusal, { cause: error })
}

/** Errors of sockets have codes; those of the driver itself are plain errors with these words. */
function isDriverError(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof StorageUnavailableError) return false
  return 'code' in error || /connection|connect|timeout|queryable/i.test(error.message)
}

function unavailable(error: Error & { code?: string | undefined }): StorageUnavailableError {
  // Where a name has several addresses, and none of them answers, there is no message.
  const reason = error.message || error.code || error.name
  return new StorageUnavailableError(`The database cannot be used: ${reason}.`, { cause: error })
}
