import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READING_METHODS } from './method-not-allowed.ts'
import type { FindRoute } from './routes-by-url.ts'

/** How long a browser may cache the response to a preflight. No browser honours more than a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Request-Id'

/** The origins whose web pages may read responses; `*` means all. */
export type Origins = '*' | readonly string[]

/** Responds to preflights, and all other OPTIONS requests. They need no key, and may request any headers. */
export async function respondToPreflights(app: FastifyInstance, findRoute: FindRoute): Promise<void> {
  const respond = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const methods = new Set([...READING_METHODS, ...(findRoute(url)?.methods ?? [])])
    const requested = headers['access-control-request-headers']
    reply.headers({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-methods': [...methods].join(', '),
      ...(requested === undefined ? {} : { 'access-control-allow-headers': requested }),
      'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
      // Safari waits for a body without it.
      'content-length': '0',
    })
    return reply.code(204).send()
  }
  await app.register(async (preflights) => {
    // This hook runs before a body is read, and before the hooks that reject requests, which are added to the app later.
    preflights.addHook('onRequest', respond)
    preflights.options('*', respond)
  })
}

/** The CORS headers with which a page of an allowed origin may read the response to its request. */
export function originHeaders(
  origin: string | undefined,
  origins: Origins,
): Readonly<Record<string, string>> {
  const allowed = origins === '*' ? '*' : origins.find((one) => one === origin)
  return {
    'access-control-expose-headers': EXPOSED_HEADERS,
    ...(origins === '*' ? {} : { vary: 'Origin' }),
    ...(allowed === undefined ? {} : { 'access-control-allow-origin': allowed }),
  }
}
