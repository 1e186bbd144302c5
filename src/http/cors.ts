import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long a browser may remember a preflight; the longest that any browser honours is a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Request-Id'

/** The web pages that may read answers. */
export type Origins = '*' | readonly string[]

/**
 * Lets web pages of these origins call the service and read its answers, errors too. A preflight needs no key;
 * whatever headers it announces are allowed.
 */
export async function allowOrigins(app: FastifyInstance, origins: Origins): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    allowOrigin(request, reply, origins)
    done()
  })
  // In a scope of its own, where it sees preflights only: to every other request it would do the same as the
  // hook above, with more work.
  await app.register(async (preflights) => {
    await preflights.register(cors, {
      origin: origins === '*' ? origins : [...origins],
      methods: ['GET', 'HEAD', 'OPTIONS'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_MAX_AGE_SECONDS,
      // An OPTIONS request that is no preflight is answered as well.
      strictPreflight: false,
    })
  })
}

/** Lets a page of an allowed origin read this answer. */
export function allowOrigin({ headers }: FastifyRequest, reply: FastifyReply, origins: Origins): void {
  reply.headers(originHeaders(headers.origin, origins))
}

/** What tells a browser whether a page of this origin may read an answer. */
export function originHeaders(origin: string | undefined, origins: Origins): OriginHeaders {
  if (origins === '*') return OPEN
  const isAllowed = origin !== undefined && origins.includes(origin)
  return {
    'access-control-expose-headers': EXPOSED_HEADERS,
    vary: 'Origin',
    ...(isAllowed ? { 'access-control-allow-origin': origin } : {}),
  }
}

type OriginHeaders = Readonly<Record<string, string>>

const OPEN: OriginHeaders = {
  'access-control-expose-headers': EXPOSED_HEADERS,
  'access-control-allow-origin': '*',
}
