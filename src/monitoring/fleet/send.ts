import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress } from '../../http/compression.ts'
import { describeBody, tagReply } from '../../http/tagged-response.ts'

const TAG_LENGTH = 22

/** Sends JSON with a strong ETag, or 304. An operator asks every few seconds, over any connection. */
export async function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string) {
  const body = Buffer.from(json)
  const { encoding, isKnown } = tagReply(request, reply, {
    tag: hash('sha256', body, 'base64url').slice(0, TAG_LENGTH),
    lengthBytes: body.length,
    cacheControl: 'private, no-cache',
    vary: 'Accept-Encoding, Authorization',
  })
  if (isKnown) return reply.code(304).send()
  const sent = encoding === 'identity' ? body : await compress(body, encoding)
  describeBody(reply, sent, encoding)
  return reply.send(sent)
}
