import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compress } from './compression.ts'
import type { ContentEncoding } from './content-encodings.ts'
import { contentHashOf, entityTag, matchesEntityTag } from './entity-tag.ts'

/** Below this size, compression hardly makes a response shorter. */
const MIN_COMPRESSED_BYTES = 1024

/** The schema of the 304 of a route whose responses have an ETag. */
export const NOT_MODIFIED = Type.Null({
  description: 'The client already has this response: its ETag is in `If-None-Match`.',
})

interface EtagOptions {
  readonly contentHash: string
  /** The size of the body without compression. */
  readonly lengthBytes: number
  readonly cacheControl: string
  readonly vary: string
}

interface EtagResult {
  readonly etag: string
  /** The best encoding that the client accepts. */
  readonly encoding: ContentEncoding
  /** Whether the client has this response already, so the response must be a 304 (RFC 9110 §13.1.2). */
  readonly isNotModified: boolean
}

/** Sets the headers of a JSON response with a strong ETag. See also `setBodyHeaders`. */
export function setEtagHeaders(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { contentHash, lengthBytes, cacheControl, vary }: EtagOptions,
): EtagResult {
  const encoding =
    lengthBytes < MIN_COMPRESSED_BYTES ? 'identity' : acceptedEncoding(headers['accept-encoding'])
  const etag = entityTag(contentHash, encoding)
  addVary(reply, vary)
  reply.headers({ etag, 'cache-control': cacheControl })
  return { etag, encoding, isNotModified: matchesEntityTag(headers['if-none-match'], etag) }
}

/** Adds names to `Vary`, which may have `Origin` already. */
export function addVary(reply: FastifyReply, names: string): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? names : `${before}, ${names}`)
}

/** Sets the headers of the body of a JSON response. */
export function setBodyHeaders(reply: FastifyReply, body: Buffer, encoding: ContentEncoding): void {
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
}

/** Sends JSON with a strong ETag, or 304. @param vary the request headers on which it depends, with `Accept-Encoding` */
export async function sendJsonWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
  vary: string,
) {
  const body = Buffer.from(json)
  const { encoding, isNotModified } = setEtagHeaders(request, reply, {
    contentHash: contentHashOf(body),
    lengthBytes: body.length,
    cacheControl: 'private, no-cache',
    vary,
  })
  if (isNotModified) return reply.code(304).send()
  const sent = encoding === 'identity' ? body : await compress(body, encoding)
  setBodyHeaders(reply, sent, encoding)
  return reply.send(sent)
}
