import { type Static, Type } from '@sinclair/typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refTo } from '../schemas/schema-parts.ts'
import { isStorageError, StorageOperatorError } from '../storage/database.ts'

/** The body of an error response. */
export const ErrorBody = Type.Object(
  { message: Type.String({ description: 'What is wrong, in one plain sentence.' }) },
  { $id: 'Error', description: 'The body of every error response.' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** The schema of an error response, for the description of the interface. @param message its message, if there is only one */
export function errorSchema(description: string, message?: string) {
  return refTo(ErrorBody, message === undefined ? description : `${description}: \`${message}\`.`)
}

/** The error responses that every route of both interfaces may send. */
export const commonErrorResponses = {
  400: errorSchema('The request or one of its parameters is invalid.'),
  401: errorSchema('The API key is missing or invalid: `Invalid API key`.'),
  414: errorSchema('The URL is too long.'),
  429: errorSchema('Too many requests; retry after `Retry-After` seconds.'),
  431: errorSchema('The headers are too large, or too many.'),
  503: errorSchema(
    'The database is unavailable, or the service is overloaded; retry after `Retry-After` seconds.',
  ),
}

export const INVALID_SCOPES = 'Invalid scopes'

/** The error responses of a route that needs a scope. */
export const scopedErrorResponses = {
  ...commonErrorResponses,
  403: errorSchema('The key lacks the scope', INVALID_SCOPES),
}

/** An error with an HTTP status. Its message is public, and repeats no value that the client sent, only names of fields. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>

  constructor(statusCode: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.statusCode = statusCode
    this.headers = headers
  }
}

/** Seconds after which a rejected client may retry. */
export const RETRY_AFTER_SECONDS = 1
/** Seconds to wait if an operator must repair the database first. */
const RETRY_AFTER_REMEDY_SECONDS = 10

/** For responses that nobody may store: errors, changes, secrets and health. */
export const NO_STORE = { 'cache-control': 'no-store' } as const

/** Turns an error into a response. This is the error handler of all routes. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode, message, headers } = toHttpError(error)
  // HttpErrors are expected. The code that throws one also logs what an operator must know.
  if (statusCode >= 500 && !(error instanceof HttpError)) request.log.error({ err: error }, 'request failed')
  reply.code(statusCode).headers({ ...NO_STORE, ...headers })
  reply.send({ message } satisfies ErrorBody)
}

export const METHOD_NOT_ALLOWED = 'Method not allowed'

/** Handles a request for a path that does not exist. @throws {HttpError} 404 */
export function throwNotFound(): never {
  throw new HttpError(404, 'Not found')
}

export const UNSUPPORTED_MEDIA_TYPE = 'The media type of the body is not supported'
export const INVALID_REQUEST = 'The request is not valid'

/** Messages for Fastify's own errors. They repeat nothing from the request. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The URL is not properly encoded',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: UNSUPPORTED_MEDIA_TYPE,
}

/** The error for a request that may succeed later. */
export function serviceUnavailable(retryAfterSeconds = RETRY_AFTER_SECONDS): HttpError {
  return new HttpError(503, 'Service unavailable', { 'retry-after': String(retryAfterSeconds) })
}

export function tooManyRequests(retryAfterSeconds: number, message = 'Too many requests'): HttpError {
  return new HttpError(429, message, { 'retry-after': String(retryAfterSeconds) })
}

function toHttpError(error: FastifyError | Error): HttpError {
  if (error instanceof HttpError) return error
  if (isStorageError(error)) {
    const needsRemedy = error instanceof StorageOperatorError
    return serviceUnavailable(needsRemedy ? RETRY_AFTER_REMEDY_SECONDS : RETRY_AFTER_SECONDS)
  }
  if ('validation' in error && error.validation) return new HttpError(400, error.message)
  const { code, statusCode = 500 } = error as Partial<FastifyError>
  if (statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, FRAMEWORK_MESSAGES[code ?? ''] ?? INVALID_REQUEST)
  }
  return new HttpError(500, 'Internal server error')
}
