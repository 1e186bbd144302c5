import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compress } from '../../http/compression.ts'
import { entityTag, matchesEntityTag } from '../../http/entity-tag.ts'

const TAG_LENGTH = 22
/** Below this size, compression hardly makes a response shorter. */
const MIN_COMPRESSED_BYTES = 1024
const VARY = 'Accept-Encoding, Authorization'

/**
 * Sends JSON with a strong ETag, in the best encoding that the client accepts, or 304 if the client has that response already
 * (RFC 9110 §13.1.2). An operator asks every few seconds, over any connection.
 */
export async function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string) {
  const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers
  const encoding = json.length < MIN_COMPRESSED_BYTES ? 'identity' : acceptedEncoding(accepted)
  const etag = entityTag({ tag: hash('sha256', json, 'base64url').slice(0, TAG_LENGTH) }, encoding)
  const vary = reply.getHeader('vary')
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    vary: vary === undefined ? VARY : `${vary}, ${VARY}`,
  })
  if (matchesEntityTag(ifNoneMatch, etag)) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  if (encoding === 'identity') return reply.send(Buffer.from(json))
  return reply.header('content-encoding', encoding).send(await compress(Buffer.from(json), encoding))
}
