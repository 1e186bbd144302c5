import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FastPath, headersOf } from '../fast-path/fast-path.ts'
import { setBodyHeaders, setEtagHeaders } from '../http/etag-response.ts'
import { setUnreadBody } from '../http/server/unread-responses.ts'
import type { ContentVersion } from '../storage/database.ts'
import type { JsonBody, ResponseCache } from './cache/response-cache.ts'
import type { RememberedMenuResponse } from './menu-fast-path.ts'

export interface ResponderOptions {
  readonly cache: ResponseCache
  /** Absent if every request must take the full path. */
  readonly fastPath: FastPath<RememberedMenuResponse> | undefined
  /** How long a client may use a response without revalidating it; 0 means not at all. */
  readonly menuMaxAgeSeconds: number
}

/**
 * Sends responses with a strong ETag, in the best encoding that the client accepts, or 304 if the client has that response
 * already (RFC 9110 §13.1.2). The fast path may repeat them while `contentVersion` is current.
 */
export function createResponder({ cache, fastPath, menuMaxAgeSeconds }: ResponderOptions) {
  const cacheControl = menuMaxAgeSeconds > 0 ? `private, max-age=${menuMaxAgeSeconds}` : 'private, no-cache'

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: JsonBody,
    contentVersion: ContentVersion,
  ): Promise<FastifyReply> => {
    const { etag, encoding, isNotModified } = setEtagHeaders(request, reply, {
      contentHash: body.contentHash,
      lengthBytes: body.bytes.length,
      cacheControl,
      vary: 'Accept-Encoding, X-API-Key',
    })
    const remembered = { etag, notModifiedHeaders: fastPath === undefined ? [] : headersOf(reply) }
    if (isNotModified) {
      fastPath?.remember(request, contentVersion, remembered)
      return reply.code(304).send()
    }
    // The uncompressed body is in memory while it waits to be compressed.
    setUnreadBody(reply.raw, body.bytes)
    const bytes = await cache.encoded(body, encoding)
    setUnreadBody(reply.raw, bytes)
    setBodyHeaders(reply, bytes, encoding)
    // The fast path must not keep the body itself in memory, but only its cache key.
    const { cacheKey } = body
    const cachedBytes = () => cache.cachedBytes(cacheKey, encoding)
    fastPath?.remember(request, contentVersion, {
      ...remembered,
      headers: headersOf(reply),
      body: cachedBytes,
    })
    return reply.send(bytes)
  }
}
