import { LRUCache } from 'lru-cache'
import { type Compression, type ContentEncoding, compactBuffer, compress } from '../../http/compression.ts'
import { contentHashOf } from '../../http/entity-tag.ts'
import { singleFlight } from '../../lib/single-flight.ts'

/** The memory that a cached response takes in addition to its bytes and its key. */
const OVERHEAD_BYTES = 1024
/** The largest part of the cache that one uncompressed body may take, so that it cannot evict nearly all others. */
const MAX_BODY_FRACTION = 1 / 4

/** A response body, and the compressed forms of it that clients have requested so far. */
export interface MenuResponse {
  /** See `responseCacheKey`. */
  readonly cacheKey: string
  readonly body: Buffer
  /** See `contentHashOf`. */
  readonly contentHash: string
  readonly compressed: Map<Compression, Buffer>
  /** Compressions in progress. */
  readonly compressing: Map<Compression, Promise<Buffer>>
}

/** The response whose body is this value as JSON. */
export function toMenuResponse(value: object, cacheKey: string): MenuResponse {
  const body = compactBuffer(Buffer.from(JSON.stringify(value)))
  return { cacheKey, body, contentHash: contentHashOf(body), compressed: new Map(), compressing: new Map() }
}

interface Content {
  /** In the shape of the route's response schema. */
  readonly value: object
  /** The cache key of the revisions that were read, which may be newer than those that were looked up. */
  readonly cacheKey: string
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * The cache key of a response. A revision identifies content and is never reused, so a cached response cannot
 * be stale and needs no invalidation.
 * @param query the endpoint and its parameters in canonical form
 * @param revisionsHash identifies the menus that the response contains, each in one revision
 */
export function responseCacheKey(query: string, revisionsHash: string): string {
  return `${revisionsHash} ${query}`
}

/**
 * Caches responses, and evicts the least recently used.
 * @param maxBytes the most memory that cached responses may take; 0 disables the cache
 */
export function createResponseCache(maxBytes: number) {
  const options = { maxSize: maxBytes, sizeCalculation: bytesOf }
  const cache = maxBytes > 0 ? new LRUCache<string, MenuResponse>(options) : undefined
  const builds = new Map<string, Promise<MenuResponse>>()
  const counts = { hits: 0, misses: 0 }

  async function make(build: () => Promise<Content>): Promise<MenuResponse> {
    counts.misses++
    const { value, cacheKey } = await build()
    const response = toMenuResponse(value, cacheKey)
    if (response.body.length <= maxBytes * MAX_BODY_FRACTION) cache?.set(cacheKey, response)
    return response
  }

  async function compressInto(response: MenuResponse, encoding: Compression): Promise<Buffer> {
    const { cacheKey } = response
    const body = await compress(response.body, encoding)
    response.compressed.set(encoding, body)
    if (cache?.peek(cacheKey) === response) {
      // Setting the same value does not update its size: delete it first.
      cache.delete(cacheKey)
      cache.set(cacheKey, response)
    }
    return body
  }

  return {
    heldBytes: () => cache?.calculatedSize ?? 0,
    /** How many responses were served from the cache, and how many were built, so far. */
    counts: () => counts,
    /** Returns the cached response, joins a build that is in progress, or builds it. */
    async findOrBuild(cacheKey: string, build: () => Promise<Content>): Promise<MenuResponse> {
      const cached = cache?.get(cacheKey)
      if (cached === undefined) return singleFlight(builds, cacheKey, () => make(build))
      counts.hits++
      return cached
    },
    /** The body in an encoding. It is compressed once, on another thread. */
    async bodyOf(response: MenuResponse, encoding: ContentEncoding): Promise<Buffer> {
      if (encoding === 'identity') return response.body
      return (
        response.compressed.get(encoding) ??
        singleFlight(response.compressing, encoding, () => compressInto(response, encoding))
      )
    },
    /** The body in an encoding, if the response is cached and no compression is needed first. */
    cachedBody(cacheKey: string, encoding: ContentEncoding): Buffer | undefined {
      const response = cache?.get(cacheKey)
      const body = encoding === 'identity' ? response?.body : response?.compressed.get(encoding)
      if (body) counts.hits++
      return body
    },
  }
}

function bytesOf({ body, compressed, cacheKey }: MenuResponse): number {
  const compressedBytes = [...compressed.values()].reduce((sum, { length }) => sum + length, 0)
  return OVERHEAD_BYTES + cacheKey.length + body.length + compressedBytes
}
