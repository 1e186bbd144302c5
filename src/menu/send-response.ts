import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding, type Coding } from '../http/compression.ts'
import { entityTag, matches } from '../http/entity-tag.ts'
import { headersOf } from '../http/fast-path.ts'
import type { State } from '../storage/database.ts'
import type { Answer } from './cache/cached-response.ts'
import type { Answers } from './cache/response-cache.ts'
import type { Repeats } from './fast-path.ts'

/** Below this a compressed answer is hardly shorter than a plain one. */
const MIN_COMPRESSED_BYTES = 1024
const CONTENT_TYPE = 'application/json; charset=utf-8'
const VARY = 'Accept-Encoding, X-API-Key'

/** What is sent, and what it takes to send it again. */
export interface Found {
  readonly answer: Answer
  readonly address: string
  /** See `GrantedMenus`. */
  readonly asOf: State
}

/** Sends an answer. */
export type Send = (request: FastifyRequest, reply: FastifyReply, found: Found) => Promise<FastifyReply>

interface Parts {
  readonly answers: Answers
  readonly repeats: Repeats
  /** How long a client may use an answer without asking again; 0 is not at all. */
  readonly maxAgeSeconds: number
}

/**
 * Sends answers with a strong ETag, in the best coding that the client accepts, or 304 where the client has just
 * that (RFC 9110 §13.1.2).
 */
export function sender({ answers, repeats, maxAgeSeconds }: Parts): Send {
  const cacheControl = maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : 'private, no-cache'

  return async (request, reply, { answer, address, asOf }) => {
    const coding = codingOf(answer, request.headers['accept-encoding'])
    const etag = entityTag(answer, coding)
    reply.headers({ etag, 'cache-control': cacheControl, vary: varyOf(reply) })
    const repeatable = { asOf, etag, notModifiedHeaders: headersOf(reply) }
    if (matches(request.headers['if-none-match'], etag)) {
      repeats.remember(request, repeatable)
      return reply.code(304).send()
    }
    const body = await answers.bodyOf(answer, coding)
    reply.headers(contentHeaders(body, coding))
    const keptBody = () => answers.keptBody(address, coding)
    repeats.remember(request, { ...repeatable, headers: headersOf(reply), body: keptBody })
    return reply.send(body)
  }
}

function contentHeaders(body: Buffer, coding: Coding) {
  const headers = { 'content-type': CONTENT_TYPE, 'content-length': body.length }
  return coding === 'identity' ? headers : { ...headers, 'content-encoding': coding }
}

function codingOf({ body }: Answer, acceptEncoding: string | undefined): Coding {
  return body.length < MIN_COMPRESSED_BYTES ? 'identity' : acceptedCoding(acceptEncoding)
}

function varyOf(reply: FastifyReply): string {
  const vary = reply.getHeader('vary')
  return vary === undefined ? VARY : `${vary}, ${VARY}`
}
