import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOf } from '../auth/authenticate.ts'
import { isValidKey, type Key } from '../auth/repository.ts'
import type { ObservedResponse } from '../http/access-record.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type Database, type DataVersion, StorageUnavailableError } from '../storage/database.ts'
import { createVersionCache } from './version-cache.ts'

/**
 * How the fast path of an interface answers a request again. The cache key must contain everything in a request that the
 * response depends on, except for what `repeat` evaluates itself.
 */
export interface FastPathRules<Value> {
  /** Returns undefined if the fast path cannot handle the request. */
  readonly requestCacheKey: (request: IncomingMessage) => string | undefined
  /**
   * Returns the response to a request whose key is valid, or undefined if the full path must respond.
   * @param value what the full path has remembered since keys, grants or menus changed
   */
  readonly repeat: (
    value: Value,
    key: Key,
    request: IncomingMessage,
  ) => RepeatedResponse | undefined | Promise<RepeatedResponse | undefined>
}

/** A response without its own headers. Names and values alternate, as `writeHead` takes them. */
export interface RepeatedResponse {
  readonly status: 200 | 204 | 304
  readonly headers: readonly OutgoingHttpHeader[]
  readonly body: Buffer | string | undefined
}

/** Answers repeated requests of one interface before they reach Fastify. */
export type FastPath<Value> = ReturnType<typeof createFastPath<Value>>

interface Remembered<Value> {
  readonly value: Value
  readonly key: Key
  readonly route: string | null
}

/**
 * Creates the fast path of an interface.
 *
 * Its response equals that of the full path to the same request at the same time, except for the request id.
 * The full path has answered a request with the same cache key before, and keys, grants and menus have not
 * changed since then: the data version is compared for each request, and it was read before the data. What
 * can change without a new data version is evaluated for each request: whether the key has expired, the state
 * of a device, and conditional headers. If any of this fails, the full path responds. If the database is
 * unavailable, it does so without asking the database again.
 */
export function createFastPath<Value>(database: Database, clock: Clock, rules: FastPathRules<Value>) {
  const { requestCacheKey, repeat } = rules
  const cache = createVersionCache<Remembered<Value>>(database)

  async function respond(
    found: Promise<Remembered<Value> | undefined>,
    request: IncomingMessage,
    response: ObservedResponse,
  ): Promise<boolean> {
    const remembered = await found
    if (remembered === undefined || !isValidKey(remembered.key, clock)) return false
    const repeated = await repeat(remembered.value, remembered.key, request)
    if (repeated === undefined) return false
    send(repeated, remembered, request, response)
    return true
  }

  return {
    /** Remembers what the full path found. @param dataVersion the data version before it was read */
    remember(request: FastifyRequest, dataVersion: DataVersion, value: Value): void {
      const key = keyOf(request)
      const cacheKey = requestCacheKey(request.raw)
      if (key === undefined || cacheKey === undefined) return
      cache.set(cacheKey, dataVersion, { value, key, route: request.routeOptions.url ?? null })
    },

    handle(request: IncomingMessage, response: ObservedResponse, continueOnFullPath: () => void): boolean {
      const cacheKey = requestCacheKey(request)
      const found = cacheKey === undefined ? undefined : cache.get(cacheKey)
      if (found === undefined) return false
      respond(found, request, response)
        .catch((error) => {
          if (error instanceof StorageUnavailableError) response.failure = error
          return response.headersSent
        })
        .then((hasResponded) => hasResponded || continueOnFullPath())
      return true
    },
  }
}

/** Headers that each response has for itself. */
const OWN_HEADERS = [REQUEST_ID_HEADER, 'content-length']

/** The headers of a response that are sent again with an equal response. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OWN_HEADERS.includes(name) ? [] : [name, value],
  )
}

function send(
  { status, headers, body }: RepeatedResponse,
  { key, route }: Remembered<unknown>,
  request: IncomingMessage,
  response: ObservedResponse,
): void {
  const requestId = requestIdOf(request)
  response.requestId = requestId
  response.route = route
  response.keyId = key.id
  const length = body === undefined ? [] : ['content-length', Buffer.byteLength(body)]
  response.writeHead(status, [...headers, ...length, REQUEST_ID_HEADER, requestId]).end(body)
}
