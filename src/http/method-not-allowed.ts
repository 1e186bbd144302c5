import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { HttpError, METHOD_NOT_ALLOWED } from './errors.ts'

const ALLOWED = ['GET', 'HEAD', 'OPTIONS']
/** The value of the Allow header for every path. */
export const ALLOWED_METHODS = ALLOWED.join(', ')
/** CONNECT never reaches a route. */
const OTHER_METHODS = METHODS.filter((method) => !ALLOWED.includes(method) && method !== 'CONNECT')

/**
 * Collects the paths of all routes added after this call.
 * @returns a function that makes them respond to other methods with 405 and Allow (RFC 9110 §15.5.6)
 */
export function registerMethodNotAllowed(app: FastifyInstance): () => void {
  const urls = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET') urls.add(url)
  })
  for (const method of OTHER_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  const route = {
    method: OTHER_METHODS,
    schema: { hide: true },
    onRequest: rejectMethod,
    handler: rejectMethod,
  }
  return () => {
    for (const url of urls) app.route({ url, ...route })
  }
}

async function rejectMethod(): Promise<never> {
  throw new HttpError(405, METHOD_NOT_ALLOWED, { allow: ALLOWED_METHODS })
}
