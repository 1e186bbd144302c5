import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FastPath, headersOf } from '../fast-path/fast-path.ts'
import { acceptedEncoding } from '../http/compression.ts'
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts'
import type { DataVersion } from '../storage/database.ts'
import type { CachedResponse, ResponseCache } from './cache/response-cache.ts'
import type { RepeatableMenuResponse } from './fast-path.ts'

/** Below this size, compression hardly makes a response shorter. */
const MIN_COMPRESSED_BYTES = 1024
const CONTENT_TYPE = 'application/json; charset=utf-8'
const VARY = 'Accept-Encoding, X-API-Key'

export interface ResponderOptions {
  readonly cache: ResponseCache
  /** Absent if every request must take the full path. */
  readonly fastPath: FastPath<RepeatableMenuResponse> | undefined
  /** How long a client may use a response without revalidating it; 0 means not at all. */
  readonly menuMaxAgeSeconds: number
}

/**
 * Sends responses with a strong ETag, in the best encoding that the client accepts, or 304 if the client has
 * that response already (RFC 9110 §13.1.2). They can be repeated while `dataVersion` is current.
 */
export function createResponder({ cache, fastPath, menuMaxAgeSeconds }: ResponderOptions) {
  const cacheControl = menuMaxAgeSeconds > 0 ? `private, max-age=${menuMaxAgeSeconds}` : 'private, no-cache'

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    response: CachedResponse,
    dataVersion: DataVersion,
  ): Promise<FastifyReply> => {
    const isShort = response.body.length < MIN_COMPRESSED_BYTES
    const encoding = isShort ? 'identity' : acceptedEncoding(request.headers['accept-encoding'])
    const etag = entityTag(response, encoding)
    reply.headers({ etag, 'cache-control': cacheControl, vary: varyOf(reply) })
    const repeatable = { etag, notModifiedHeaders: fastPath === undefined ? [] : headersOf(reply) }
    if (matchesEntityTag(request.headers['if-none-match'], etag)) {
      fastPath?.remember(request, dataVersion, repeatable)
      return reply.code(304).send()
    }
    const body = await cache.bodyOf(response, encoding)
    reply.headers({ 'content-type': CONTENT_TYPE, 'content-length': body.length })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const cachedBody = () => cache.cachedBody(response.cacheKey, encoding)
    fastPath?.remember(request, dataVersion, { ...repeatable, headers: headersOf(reply), body: cachedBody })
    return reply.send(body)
  }
}

function varyOf(reply: FastifyReply): string {
  const vary = reply.getHeader('vary')
  return vary === undefined ? VARY : `${vary}, ${VARY}`
}
