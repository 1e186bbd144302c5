import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Below this a compressed answer is hardly shorter than a plain one. */
const MIN_COMPRESSED_BYTES = 1024
/** A quarter of the size at a cost near that of gzip. */
const BROTLI_QUALITY = 4

type Coding = 'br' | 'gzip' | 'identity'
const CODINGS: readonly Coding[] = ['br', 'gzip', 'identity']

const encoders: Record<Exclude<Coding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify<Buffer, Buffer>(gzip),
}
const brotli = promisify<Buffer, object, Buffer>(brotliCompress)

/** `Cache-Control` of menu answers: kept for some seconds if the operator says so, else asked for each time. */
export function menuCacheControl(maxAgeSeconds: number): string {
  return maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : 'private, no-cache'
}

/**
 * Answers with a value in the shape of the route's response schema: with a strong ETag of its content, in the
 * best coding that the client accepts, or with 304 where the client has just that (RFC 9110 §13.1.2).
 */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  value: object,
  cacheControl: string,
) {
  const serialize = reply.getSerializationFunction('200') as (value: object) => string
  const body = Buffer.from(serialize(value))
  const coding = body.length < MIN_COMPRESSED_BYTES ? 'identity' : bestCoding(request)
  const etag = entityTag(body, coding)
  const vary = [reply.getHeader('vary') ?? [], 'Accept-Encoding', 'X-API-Key'].flat().join(', ')
  reply.headers({ etag, 'cache-control': cacheControl, vary })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (coding === 'identity') return reply.send(body)
  return reply.header('content-encoding', coding).send(await encoders[coding](body))
}

/** The same content has the same tag in every process; each coding of it has a tag of its own. */
function entityTag(body: Buffer, coding: Coding): string {
  const tag = hash('sha256', body, 'base64url').slice(0, 27)
  return coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
}

function bestCoding(request: FastifyRequest): Coding {
  if (request.headers['accept-encoding'] === undefined) return 'identity'
  return new Negotiator(request.raw).encodings(CODINGS, { preferred: CODINGS })[0] ?? 'identity'
}

/** If-None-Match: a list of tags, compared weakly, or `*` (RFC 9110 §8.8.3.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}
