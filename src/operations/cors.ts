import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long a browser may remember a preflight; the longest that any browser honours is a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Request-Id'

/**
 * Lets web pages of these origins call the service and read its answers, errors too. A preflight needs no key;
 * whatever headers it announces are allowed.
 */
export async function allowOrigins(app: FastifyInstance, origins: '*' | readonly string[]): Promise<void> {
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
export function allowOrigin(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  origins: '*' | readonly string[],
): void {
  reply.header('access-control-expose-headers', EXPOSED_HEADERS)
  if (origins === '*') {
    reply.header('access-control-allow-origin', '*')
    return
  }
  reply.header('vary', 'Origin')
  if (origins.includes(headers.origin ?? '')) reply.header('access-control-allow-origin', headers.origin)
}
