import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { READING_METHODS } from './method-not-allowed.ts'
import type { FindRoute } from './routes-by-url.ts'

/** How long a browser may cache the response to a preflight. No browser honours more than a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Request-Id'

/** The origins whose web pages may read responses; `*` means all. */
export type Origins = '*' | readonly string[]

/** Answers the preflights of web pages of these origins. They need no key, and may request any headers. */
export async function answerPreflights(
  app: FastifyInstance,
  origins: Origins,
  findRoute: FindRoute,
): Promise<void> {
  const options = {
    origin: origins === '*' ? origins : [...origins],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // OPTIONS requests that are not preflights are answered too.
    strictPreflight: false,
  }
  // The plugin has a scope of its own, so that it handles preflights only. For other requests it would do the
  // same as `originHeaders`, with more work.
  await app.register(async (preflights) => {
    await preflights.register(cors, {
      delegator: (request, callback) => {
        const methods = new Set([...READING_METHODS, ...(findRoute(request.url ?? '')?.methods ?? [])])
        callback(null, { ...options, methods: [...methods] })
      },
    })
  })
}

/** The CORS headers with which a page of an allowed origin may read the response to its request. */
export function originHeaders(
  origin: string | undefined,
  origins: Origins,
): Readonly<Record<string, string>> {
  if (origins === '*') return OPEN
  const isAllowed = origin !== undefined && origins.includes(origin)
  return {
    'access-control-expose-headers': EXPOSED_HEADERS,
    vary: 'Origin',
    ...(isAllowed ? { 'access-control-allow-origin': origin } : {}),
  }
}

const OPEN = {
  'access-control-expose-headers': EXPOSED_HEADERS,
  'access-control-allow-origin': '*',
}
