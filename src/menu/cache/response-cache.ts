import { LRUCache } from 'lru-cache'
import { compactBuffer, compress } from '../../http/compression.ts'
import type { Compression, ContentEncoding } from '../../http/content-encodings.ts'
import { contentHashOf } from '../../http/entity-tag.ts'
import { singleFlight } from '../../lib/single-flight.ts'

/** The memory that a cached response takes in addition to its bytes and its key. */
const OVERHEAD_BYTES = 1024
/** The largest part of the cache that one uncompressed body may take, so that it cannot evict nearly all others. */
const MAX_BODY_FRACTION = 1 / 4

/** The body of a response in JSON, and the compressed forms of it that clients have requested so far. */
export interface JsonBody {
  /** See `responseCacheKey`. */
  readonly cacheKey: string
  readonly bytes: Buffer
  /** See `contentHashOf`. */
  readonly contentHash: string
  readonly compressed: Map<Compression, Buffer>
  /** Compressions in progress. */
  readonly compressing: Map<Compression, Promise<Buffer>>
}

function toJsonBody({ value, cacheKey }: BuiltValue): JsonBody {
  const bytes = compactBuffer(Buffer.from(JSON.stringify(value)))
  return { cacheKey, bytes, contentHash: contentHashOf(bytes), compressed: new Map(), compressing: new Map() }
}

interface BuiltValue {
  /** In the shape of the route's response schema. */
  readonly value: object
  /** The cache key of the revisions that were read, which may be newer than those that were looked up. */
  readonly cacheKey: string
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * The cache key of a response. A revision identifies content and is never reused, so a cached response cannot
 * be stale and needs no invalidation.
 * @param canonicalRequest the endpoint and its parameters in canonical form
 * @param revisionsHash identifies the menus that the response contains, each in one revision
 */
export function responseCacheKey(canonicalRequest: string, revisionsHash: string): string {
  return `${revisionsHash} ${canonicalRequest}`
}

/**
 * Caches responses, and evicts the least recently used.
 * @param maxBytes the most memory that cached responses may take; 0 disables the cache
 */
export function createResponseCache(maxBytes: number) {
  const options = { maxSize: maxBytes, sizeCalculation: memoryBytesOf }
  const cache = maxBytes > 0 ? new LRUCache<string, JsonBody>(options) : undefined
  const builds = new Map<string, Promise<JsonBody>>()
  const counts = { hits: 0, misses: 0 }

  async function make(build: () => Promise<BuiltValue>): Promise<JsonBody> {
    counts.misses++
    const body = toJsonBody(await build())
    if (body.bytes.length <= maxBytes * MAX_BODY_FRACTION) cache?.set(body.cacheKey, body)
    return body
  }

  async function compressInto(body: JsonBody, encoding: Compression): Promise<Buffer> {
    const { cacheKey } = body
    const bytes = await compress(body.bytes, encoding)
    body.compressed.set(encoding, bytes)
    if (cache?.peek(cacheKey) === body) {
      // Setting the same value does not update its size: delete it first.
      cache.delete(cacheKey)
      cache.set(cacheKey, body)
    }
    return bytes
  }

  return {
    heldBytes: () => cache?.calculatedSize ?? 0,
    /** How many responses were served from the cache, and how many were built, so far. */
    counts: () => counts,
    /** Returns the cached body, joins a build that is in progress, or builds it. */
    async findOrBuild(cacheKey: string, build: () => Promise<BuiltValue>): Promise<JsonBody> {
      const cached = cache?.get(cacheKey)
      if (cached === undefined) return singleFlight(builds, cacheKey, () => make(build))
      counts.hits++
      return cached
    },
    /** The bytes of a body in an encoding. It is compressed once, on another thread. */
    async encoded(body: JsonBody, encoding: ContentEncoding): Promise<Buffer> {
      if (encoding === 'identity') return body.bytes
      return (
        body.compressed.get(encoding) ??
        singleFlight(body.compressing, encoding, () => compressInto(body, encoding))
      )
    },
    /** The bytes of a body in an encoding, if it is cached and no compression is needed first. */
    cachedBytes(cacheKey: string, encoding: ContentEncoding): Buffer | undefined {
      const body = cache?.get(cacheKey)
      const bytes = encoding === 'identity' ? body?.bytes : body?.compressed.get(encoding)
      if (bytes) counts.hits++
      return bytes
    },
  }
}

function memoryBytesOf({ bytes, compressed, cacheKey }: JsonBody): number {
  const compressedBytes = [...compressed.values()].reduce((sum, { length }) => sum + length, 0)
  return OVERHEAD_BYTES + cacheKey.length + bytes.length + compressedBytes
}
