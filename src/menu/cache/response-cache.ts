import { LRUCache } from 'lru-cache'
import { type Compression, type ContentEncoding, compress } from '../../http/compression.ts'
import { type CachedResponse, toCachedResponse } from './cached-response.ts'

/** The memory that a cached response takes in addition to its bytes and its key. */
const OVERHEAD_BYTES = 1024
/** The largest share of the cache that one body may take uncompressed, so that it cannot evict nearly all others. */
const MAX_SHARE = 1 / 4

/** The content of a response. */
export interface Content {
  /** In the shape of the route's response schema. */
  readonly value: object
  /** The cache key that was looked up, or the key for newer revisions. */
  readonly cacheKey: string
}

/** The responses of the menu interface. */
export interface ResponseCache {
  /** Returns the cached response, joins a build that is in progress, or builds it. */
  readonly find: (cacheKey: string, build: () => Promise<Content>) => Promise<CachedResponse>
  /** The body in an encoding. It is compressed once, on another thread. */
  readonly bodyOf: (response: CachedResponse, encoding: ContentEncoding) => Promise<Buffer>
  /** The body in an encoding, if the response is cached and no compression is needed first. */
  readonly cachedBody: (cacheKey: string, encoding: ContentEncoding) => Buffer | undefined
  readonly heldBytes: () => number
  /** How many responses were served from the cache, and how many were built, so far. */
  readonly counts: () => { readonly hits: number; readonly misses: number }
}

/**
 * The cache key of a response. A revision identifies content and is never reused, so a cached response cannot
 * be stale and needs no invalidation.
 * @param query the endpoint and its parameters in canonical form
 * @param revisions the menus that the response contains, each in one revision
 */
export function cacheKeyOf(query: string, revisions: string): string {
  return `${revisions} ${query}`
}

/**
 * Caches responses, and evicts the least recently used.
 * @param maxBytes the most memory that cached responses may take; 0 disables the cache
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  const cache =
    maxBytes > 0
      ? new LRUCache<string, CachedResponse>({ maxSize: maxBytes, sizeCalculation: bytesOf })
      : undefined
  const builds = new Map<string, Promise<CachedResponse>>()
  const counts = { hits: 0, misses: 0 }

  async function make(build: () => Promise<Content>): Promise<CachedResponse> {
    counts.misses++
    const { value, cacheKey } = await build()
    const response = toCachedResponse(value, cacheKey)
    if (response.body.length <= maxBytes * MAX_SHARE) cache?.set(cacheKey, response)
    return response
  }

  async function compressInto(response: CachedResponse, compression: Compression): Promise<Buffer> {
    const { cacheKey } = response
    const body = await compress(response.body, compression)
    response.compressed.set(compression, body)
    if (cache?.peek(cacheKey) === response) {
      // Setting the same value does not update its size: delete it first.
      cache.delete(cacheKey)
      cache.set(cacheKey, response)
    }
    return body
  }

  return {
    heldBytes: () => cache?.calculatedSize ?? 0,
    counts: () => counts,
    async find(cacheKey, build) {
      const cached = cache?.get(cacheKey)
      if (cached === undefined) return singleFlight(builds, cacheKey, () => make(build))
      counts.hits++
      return cached
    },
    async bodyOf(response, encoding) {
      if (encoding === 'identity') return response.body
      return (
        response.compressed.get(encoding) ??
        singleFlight(response.compressing, encoding, () => compressInto(response, encoding))
      )
    },
    cachedBody(cacheKey, encoding) {
      const response = cache?.get(cacheKey)
      const body = encoding === 'identity' ? response?.body : response?.compressed.get(encoding)
      if (body) counts.hits++
      return body
    },
  }
}

function bytesOf({ body, compressed, cacheKey }: CachedResponse): number {
  const compressedBytes = [...compressed.values()].reduce((sum, { length }) => sum + length, 0)
  return OVERHEAD_BYTES + cacheKey.length + body.length + compressedBytes
}

/** Starts some work, or joins the same work if it is in progress. */
async function singleFlight<Key, Result>(
  running: Map<Key, Promise<Result>>,
  key: Key,
  work: () => Promise<Result>,
): Promise<Result> {
  const inProgress = running.get(key)
  if (inProgress) return inProgress
  const started = work().finally(() => running.delete(key))
  running.set(key, started)
  return started
}
