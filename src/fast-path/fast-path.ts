import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOf } from '../auth/guard.ts'
import { isValidKey, type Key } from '../auth/repository.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id.ts'
import type { ServiceResponse } from '../http/service-response.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type ContentVersion, type Database, StorageUnavailableError } from '../storage/database.ts'
import { createVersionCache } from './version-cache.ts'

/**
 * How the fast path of an interface repeats a response. Requests with the same cache key must get the same response, except
 * for what `repeat` computes from each request.
 */
export interface FastPathRules<Value> {
  /** Returns undefined if the fast path cannot handle the request. */
  readonly requestCacheKey: (request: IncomingMessage) => string | undefined
  /**
   * Returns the response to a request whose key is valid, or undefined if the full path must respond.
   * @param value the value that the full path remembered. Keys, grants and menus have not changed since
   */
  readonly repeat: (
    value: Value,
    key: Key,
    request: IncomingMessage,
  ) => RepeatedResponse | undefined | Promise<RepeatedResponse | undefined>
}

/** A response without the headers that differ each time. Names and values alternate, as `writeHead` takes them. */
export interface RepeatedResponse {
  readonly status: 200 | 204 | 304
  readonly headers: readonly OutgoingHttpHeader[]
  readonly body: Buffer | string | undefined
}

/** Responds to repeated requests of one interface before they reach Fastify. */
export type FastPath<Value> = ReturnType<typeof createFastPath<Value>>

interface Remembered<Value> {
  readonly value: Value
  readonly key: Key
  readonly route: string | null
}

export interface FastPathOptions {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Creates the fast path of an interface.
 *
 * - Its response equals that of the full path, except for the request id.
 * - It remembers what the full path has sent for a cache key, and the content version that was read before the data. It uses the
 *   value while the content version is the same: until keys, grants or menus change.
 * - For each request it checks what changes without a new content version: whether the key has expired, the state of a device,
 *   and conditional headers.
 * - The full path responds if the key has expired, or if `repeat` returns undefined. If the database is unavailable, the full path
 *   responds 503 without a query.
 */
export function createFastPath<Value>(
  { database, clock }: FastPathOptions,
  { requestCacheKey, repeat }: FastPathRules<Value>,
) {
  const cache = createVersionCache<Remembered<Value>>(database)

  async function respond(
    found: Promise<Remembered<Value> | undefined>,
    request: IncomingMessage,
    response: ServiceResponse,
  ): Promise<boolean> {
    const remembered = await found
    if (remembered === undefined || !isValidKey(remembered.key, clock)) return false
    const repeated = await repeat(remembered.value, remembered.key, request)
    if (repeated === undefined) return false
    send(repeated, remembered, request, response)
    return true
  }

  return {
    /** Remembers the result of the full path. @param contentVersion the content version that was read before the data */
    remember(request: FastifyRequest, contentVersion: ContentVersion, value: Value): void {
      const key = keyOf(request)
      const cacheKey = requestCacheKey(request.raw)
      if (key === undefined || cacheKey === undefined) return
      cache.set(cacheKey, contentVersion, { value, key, route: request.routeOptions.url ?? null })
    },

    handle(request: IncomingMessage, response: ServiceResponse, continueOnFullPath: () => void): boolean {
      const cacheKey = requestCacheKey(request)
      const found = cacheKey === undefined ? undefined : cache.get(cacheKey)
      if (found === undefined) return false
      respond(found, request, response)
        .catch((error) => {
          if (error instanceof StorageUnavailableError) response.fastPathError = error
          return response.headersSent
        })
        .then((hasResponded) => hasResponded || continueOnFullPath())
      return true
    },
  }
}

/** Headers that differ for each response. */
const OWN_HEADERS = [REQUEST_ID_HEADER, 'content-length']

/** The headers of a response that are reused. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OWN_HEADERS.includes(name) ? [] : [name, value],
  )
}

function send(
  { status, headers, body }: RepeatedResponse,
  { key, route }: Remembered<unknown>,
  request: IncomingMessage,
  response: ServiceResponse,
): void {
  const requestId = requestIdOf(request)
  response.requestId = requestId
  response.route = route
  response.keyId = key.id
  if (Buffer.isBuffer(body)) response.unreadBody = body
  const length = body === undefined ? [] : ['content-length', Buffer.byteLength(body)]
  response.writeHead(status, [...headers, ...length, REQUEST_ID_HEADER, requestId]).end(body)
}
