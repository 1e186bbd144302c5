import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { HttpError, METHOD_NOT_ALLOWED } from './errors.ts'

const ALLOWED = ['GET', 'HEAD', 'OPTIONS']
/** The value of `Allow`, whatever the path. */
export const ALLOWED_METHODS = ALLOWED.join(', ')
/** CONNECT never reaches a route. */
const REFUSED = METHODS.filter((method) => !ALLOWED.includes(method) && method !== 'CONNECT')

/**
 * Watches which paths are served from here on; the function it returns makes all of them answer 405 with
 * `Allow` to the other methods (RFC 9110 §15.5.6).
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const urls = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET') urls.add(url)
  })
  for (const method of REFUSED) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return () => {
    for (const url of urls) {
      app.route({ url, method: REFUSED, schema: { hide: true }, onRequest: refuse, handler: refuse })
    }
  }
}

async function refuse(): Promise<never> {
  throw new HttpError(405, METHOD_NOT_ALLOWED, { allow: ALLOWED_METHODS })
}
