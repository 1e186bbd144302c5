import { hash } from 'node:crypto'
import { type Compression, compactBuffer } from '../../http/compression.ts'

/** A response body, and the compressed forms of it that clients have requested so far. */
export interface CachedResponse {
  /** See `cacheKeyOf`. */
  readonly cacheKey: string
  readonly body: Buffer
  /** Identifies the content: the same in every process and on every engine. */
  readonly tag: string
  readonly compressed: Map<Compression, Buffer>
  /** Compressions in progress. */
  readonly compressing: Map<Compression, Promise<Buffer>>
}

/** 162 bits of a SHA-256. */
const TAG_LENGTH = 27

/** The response whose body is this value as JSON. */
export function toCachedResponse(value: object, cacheKey: string): CachedResponse {
  const body = compactBuffer(Buffer.from(JSON.stringify(value)))
  const tag = hash('sha256', body, 'base64url').slice(0, TAG_LENGTH)
  return { cacheKey, body, tag, compressed: new Map(), compressing: new Map() }
}
