import { type Static, Type } from '@sinclair/typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { StorageRefusedError, StorageUnavailableError } from '../storage/database.ts'

/** The body of every answer that is not a success. */
export const ErrorBody = Type.Object(
  { message: Type.String({ description: 'What is wrong, in one plain sentence.' }) },
  { $id: 'Error', description: 'What every error answers with.' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** How a route describes one of its errors. */
export function errorAnswer(description: string) {
  return Type.Unsafe<ErrorBody>({ ...Type.Ref('Error#'), description })
}

/** The errors that every route of both interfaces may answer with. */
export const commonErrors = {
  400: errorAnswer('A parameter, or the request itself, is of the wrong form.'),
  401: errorAnswer('There is no valid API key: `Invalid API key`.'),
  414: errorAnswer('The URL is too long.'),
  429: errorAnswer('Too many requests; come back after `Retry-After` seconds.'),
  431: errorAnswer('The headers are too long.'),
  503: errorAnswer(
    'The storage cannot be reached, or there is too much to do; come back after `Retry-After` seconds.',
  ),
}

/** An answer with an error status; the message is public and never holds what the caller sent. */
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

/** Seconds after which a caller who was turned away may come back. */
export const RETRY_AFTER_SECONDS = 1

/** The one place where an error becomes an answer. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode, message, headers } = toHttpError(error)
  // What is answered so on purpose has been said by whoever decided it.
  if (statusCode >= 500 && !(error instanceof HttpError)) request.log.error({ err: error }, 'request failed')
  reply.code(statusCode).headers({ 'cache-control': 'no-store', ...headers })
  reply.send({ message } satisfies ErrorBody)
}

/** The message of a 405, whoever answers it. */
export const METHOD_NOT_ALLOWED = 'Method not allowed'

/** The answer to a request for a path that does not exist. */
export function answerNotFound(): never {
  throw new HttpError(404, 'Not found')
}

/** Fastify's own refusals, in words that repeat nothing of the request. */
const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The URL is not properly encoded',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The media type of the body is not supported',
}

function toHttpError(error: FastifyError | Error): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof StorageUnavailableError || error instanceof StorageRefusedError) {
    return new HttpError(503, 'Service unavailable', { 'retry-after': String(RETRY_AFTER_SECONDS) })
  }
  if ('validation' in error && error.validation) return new HttpError(400, error.message)
  const { code, statusCode = 500 } = error as Partial<FastifyError>
  // A missing scope is refused by an HttpError. Where a library forbids a path, there is nothing at it.
  if (statusCode === 403) return new HttpError(404, 'Not found')
  if (statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, FRAMEWORK_MESSAGES[code ?? ''] ?? 'The request is not valid')
  }
  return new HttpError(500, 'Internal server error')
}
