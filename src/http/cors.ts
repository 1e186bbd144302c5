import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long a browser may cache the response to a preflight. No browser honours more than a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Request-Id'

/** The origins whose web pages may read responses; `*` means all. */
export type Origins = '*' | readonly string[]

/**
 * Lets web pages of these origins call the service and read its responses, including errors. A preflight
 * needs no key, and may request any headers.
 */
export async function allowOrigins(app: FastifyInstance, origins: Origins): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    allowOrigin(request, reply, origins)
    done()
  })
  // The plugin has a scope of its own, so that it handles preflights only. For other requests it would do the
  // same as the hook above, with more work.
  await app.register(async (preflights) => {
    await preflights.register(cors, {
      origin: origins === '*' ? origins : [...origins],
      methods: ['GET', 'HEAD', 'OPTIONS'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_MAX_AGE_SECONDS,
      // OPTIONS requests that are not preflights are answered too.
      strictPreflight: false,
    })
  })
}

/** Sets the CORS headers that let a page of an allowed origin read this response. */
export function allowOrigin({ headers }: FastifyRequest, reply: FastifyReply, origins: Origins): void {
  reply.headers(originHeaders(headers.origin, origins))
}

/** The CORS headers of a response to a request from this origin. */
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
