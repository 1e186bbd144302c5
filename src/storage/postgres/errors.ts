import pg from 'pg'
import {
  StorageConstraintError,
  StorageLockedError,
  StorageOperatorError,
  StorageUnavailableError,
} from '../database.ts'

/** This service has given up a connection, because its server does not answer or is no longer in use. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
  readonly code = 'CONNECTION_LOST'
}

/** SQLSTATEs, or prefixes of them. */
const CONSTRAINT = ['22', '23']
const POOLER =
  'A pooler between this service and PostgreSQL changes the settings of its sessions: let DATABASE_URL name the server itself.'
/** Errors of poolers, which refuse the settings of connections, or transactions. */
const OF_POOLER = /^(unsupported startup parameter|transaction blocks not allowed)/i
const READ_ONLY = 'The database server is read-only: it is a standby, or default_transaction_read_only is on.'
const UNUSABLE: Readonly<Record<string, string>> = {
  '28': 'The database server rejected the user or the password in DATABASE_URL: correct them.',
  '3D000': 'The database in DATABASE_URL does not exist: create it, or use another.',
  '42P05': POOLER,
  '26000': POOLER,
  '25006': READ_ONLY,
  '53100': 'The disk of the database server is full: make room on it.',
}
const LACKS_PRIVILEGE = '42501'
/** A lock was not granted in time, or the transaction was rolled back to end a deadlock. */
const LOCKED = ['55P03', '40P01']
/** All connections that the server has are in use. */
const FULL = '53300'
/** The server was lost, is not ready, is full, or rolled the transaction back. Another server may respond. */
const LOST = ['08', '57P', '40001', '40P01', FULL]

/** The driver's message for a query timeout. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout'

/** Whether the connection or its server was lost, so that a retry on another connection may succeed. */
export function isConnectionLost(error: unknown): error is Error {
  if (!(error instanceof pg.DatabaseError)) return isConnectionError(error)
  return LOST.some((state) => error.code?.startsWith(state))
}

export function isOutOfConnections(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && error.code === FULL
}

/** Whether the server did not respond within the time limit. */
export function isQueryTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE
}

/** Converts an error of the driver into one of the service. Other errors are returned unchanged. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError))
    return isConnectionError(error) ? storageUnavailable(reasonOf(error), error) : error
  const state = error.code ?? ''
  if (CONSTRAINT.some((prefix) => state.startsWith(prefix))) {
    const message = `The change violates a constraint of the database: ${error.message}.`
    return new StorageConstraintError(message, { cause: error })
  }
  const unavailable = storageUnavailable(reasonOf(error), error)
  if (LOCKED.includes(state)) return new StorageLockedError(unavailable.message, { cause: error })
  if (state === LACKS_PRIVILEGE) return lacksPrivilege(error)
  const unusable = unusableBecause(error, state)
  return unusable === undefined ? unavailable : new StorageOperatorError(unusable, { cause: error })
}

function lacksPrivilege(cause: Error): StorageOperatorError {
  const sentence = (detail: string) =>
    `The user in DATABASE_URL lacks a privilege in the database${detail}: grant it, or use another user.`
  return new StorageOperatorError(sentence(` (${cause.message})`), { cause, publicMessage: sentence('') })
}

function unusableBecause({ message }: Error, state: string): string | undefined {
  if (OF_POOLER.test(message)) return POOLER
  return Object.entries(UNUSABLE).find(([prefix]) => state.startsWith(prefix))?.[1]
}

/** The names of errors of sockets and of the driver. Generators of statements throw others, which must reach their callers. */
const CONNECTION_ERRORS = ['Error', 'AggregateError', 'ConnectionLostError']

/** Errors of sockets and `ConnectionLostError` have a code. Errors of the driver itself have only a message, with one of these words. */
function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error) || !CONNECTION_ERRORS.includes(error.name)) return false
  return 'code' in error || /connection|connect|timeout|queryable/i.test(error.message)
}

/** @param reason the end of the sentence */
export function storageUnavailable(reason: string, cause?: Error): StorageUnavailableError {
  return new StorageUnavailableError(`The database cannot be used: ${reason}.`, { cause })
}

/** The message is empty if a host has several addresses and none of them responds. */
function reasonOf({ message, code, name }: Error & { code?: string | undefined }): string {
  return message || code || name
}
