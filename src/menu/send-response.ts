import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FastPath, headersOf } from '../fast-path/fast-path.ts'
import { describeBody, tagReply } from '../http/tagged-response.ts'
import type { DataVersion } from '../storage/database.ts'
import type { CachedResponse, ResponseCache } from './cache/response-cache.ts'
import type { RepeatableMenuResponse } from './fast-path.ts'

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
    const { etag, encoding, isKnown } = tagReply(request, reply, {
      tag: response.tag,
      lengthBytes: response.body.length,
      cacheControl,
      vary: 'Accept-Encoding, X-API-Key',
    })
    const repeatable = { etag, notModifiedHeaders: fastPath === undefined ? [] : headersOf(reply) }
    if (isKnown) {
      fastPath?.remember(request, dataVersion, repeatable)
      return reply.code(304).send()
    }
    const body = await cache.bodyOf(response, encoding)
    describeBody(reply, body, encoding)
    const cachedBody = () => cache.cachedBody(response.cacheKey, encoding)
    fastPath?.remember(request, dataVersion, { ...repeatable, headers: headersOf(reply), body: cachedBody })
    return reply.send(body)
  }
}
