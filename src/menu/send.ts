import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'
import type { Answers } from './answers.ts'
import { acceptedCoding, type Coding } from './compression.ts'

/** Below this a compressed answer is hardly shorter than a plain one. */
const MIN_COMPRESSED_BYTES = 1024
const CONTENT_TYPE = 'application/json; charset=utf-8'
const VARY = 'Accept-Encoding, X-API-Key'

/** Sends an answer. */
export type Send = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<FastifyReply>

/**
 * Sends answers with a strong ETag, in the best coding that the client accepts, or 304 where the client has just
 * that (RFC 9110 §13.1.2).
 * @param maxAgeSeconds how long a client may use an answer without asking again; 0 is not at all
 */
export function sender(answers: Answers, maxAgeSeconds: number): Send {
  const cacheControl = maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : 'private, no-cache'

  return async ({ headers }, reply, answer) => {
    const coding = codingOf(answer, headers['accept-encoding'])
    const etag = entityTag(answer, coding)
    reply.headers({
      etag,
      'cache-control': cacheControl,
      vary: [reply.getHeader('vary') ?? [], VARY].flat().join(', '),
    })
    if (matches(headers['if-none-match'], etag)) return reply.code(304).send()
    reply.header('content-type', CONTENT_TYPE)
    if (coding === 'identity') return reply.send(answer.body)
    return reply.header('content-encoding', coding).send(await answers.compressed(answer, coding))
  }
}

function codingOf({ body }: Answer, acceptEncoding: string | undefined): Coding {
  return body.length < MIN_COMPRESSED_BYTES ? 'identity' : acceptedCoding(acceptEncoding)
}

/** Each coding of an answer has a tag of its own. */
function entityTag({ tag }: Answer, coding: Coding): string {
  return coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
}

/** If-None-Match: a list of tags, compared weakly, or `*` (RFC 9110 §8.8.3.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}
