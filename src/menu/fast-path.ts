import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { keyOf } from '../auth/authenticate.ts'
import { isValid, type Key } from '../auth/repository.ts'
import type { Clock } from '../clock.ts'
import type { ObservedResponse } from '../http/access-record.ts'
import { matches } from '../http/entity-tag.ts'
import type { FastPath } from '../http/fast-path.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../http/request-id.ts'
import type { Database, DataVersion } from '../storage/database.ts'
import { createVersionCache } from '../storage/version-cache.ts'

/** What is needed to send a response again. */
export interface RepeatableResponse {
  /** The earliest data version for which this response holds; see `Database.dataVersion`. */
  readonly validFrom: DataVersion
  readonly etag: string
  readonly notModifiedHeaders: OutgoingHttpHeader[]
  /** The headers of a 200 response, if one has been sent. */
  readonly headers?: OutgoingHttpHeader[]
  /** Returns the body, while it is cached. */
  readonly body?: () => Buffer | undefined
}

/** Remembers responses, and repeats them until keys, grants or menus change. */
export interface MenuFastPath {
  readonly remember: (request: FastifyRequest, repeatable: RepeatableResponse) => void
  readonly respond: FastPath
}

interface KnownResponse extends RepeatableResponse {
  readonly key: Key
  readonly route: string | null
}

interface Parts {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Screens send the same request over and over. Until keys, grants or menus change, the same request with a
 * key that is still valid has the same response, and needs neither routing nor a lookup.
 */
export function createMenuFastPath({ database, clock }: Parts): MenuFastPath {
  const cache = createVersionCache<KnownResponse>(database)

  return {
    remember(request, repeatable) {
      const key = keyOf(request)
      const route = request.routeOptions.url ?? null
      if (key) cache.set(cacheKeyOf(request.raw), repeatable.validFrom, { ...repeatable, key, route })
    },

    respond(request, response, fallback) {
      if (request.headers['x-api-key'] === undefined) return false
      const tryRespond = (known: KnownResponse | undefined): boolean => {
        if (known === undefined || !isValid(known.key, clock)) return false
        return respond(known, request, response)
      }
      const known = cache.get(cacheKeyOf(request))
      if (!(known instanceof Promise)) return tryRespond(known)
      known.then((value) => tryRespond(value) || fallback())
      return true
    },
  }
}

/** @returns whether it has responded; it cannot if the body is no longer cached */
function respond(known: KnownResponse, request: IncomingMessage, response: ObservedResponse): boolean {
  const isNotModified = matches(request.headers['if-none-match'], known.etag)
  const body = isNotModified ? undefined : known.body?.()
  const headers = isNotModified ? known.notModifiedHeaders : known.headers
  if (headers === undefined || (body === undefined && !isNotModified)) return false
  response.requestId = requestIdOf(request)
  response.route = known.route
  response.keyId = known.key.id
  const status = isNotModified ? 304 : 200
  response.writeHead(status, [...headers, REQUEST_ID_HEADER, response.requestId]).end(body)
  return true
}

/** Everything in a request that its response depends on. None of it can contain a line break. */
function cacheKeyOf({ url, headers }: IncomingMessage): string {
  return `${url}\n${headers['x-api-key']}\n${headers['accept-encoding']}\n${headers.origin}`
}
