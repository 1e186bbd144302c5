import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { HttpError, METHOD_NOT_ALLOWED } from './errors.ts'

/** Methods that no route forbids. CONNECT never reaches a route. */
const EVERYWHERE = ['OPTIONS', 'CONNECT']
/** The value of the Allow header for a path without a route. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

/**
 * Collects the methods of all routes added after this call.
 * @returns a function that makes their paths respond to other methods with 405 and Allow (RFC 9110 §15.5.6)
 */
export function registerMethodNotAllowed(app: FastifyInstance): () => void {
  const allowed = collectMethods(app)
  for (const method of METHODS) {
    if (!EVERYWHERE.includes(method) && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return () => {
    for (const [url, methods] of [...allowed]) {
      const reject = rejectMethod([...methods, 'OPTIONS'].sort().join(', '))
      const method = METHODS.filter((name) => !methods.has(name) && !EVERYWHERE.includes(name))
      app.route({ url, method, schema: { hide: true }, onRequest: reject, handler: reject })
    }
  }
}

/** The methods of each path that has a route. Fastify adds HEAD to each GET. */
function collectMethods(app: FastifyInstance): ReadonlyMap<string, ReadonlySet<string>> {
  const allowed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const methods = allowed.get(url) ?? new Set()
    allowed.set(url, methods)
    for (const name of [method].flat()) methods.add(name)
  })
  return allowed
}

function rejectMethod(allow: string) {
  return async (): Promise<never> => {
    throw new HttpError(405, METHOD_NOT_ALLOWED, { allow })
  }
}
