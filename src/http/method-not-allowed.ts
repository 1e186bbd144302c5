import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, METHOD_NOT_ALLOWED, throwNotFound } from './http-error.ts'
import type { FindRoute } from './routes-by-url.ts'
import { setResponseFields } from './service-response.ts'

/** The methods that change nothing. */
export const READING_METHODS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether Fastify has found another route than that of the path. It has a router for each method, so it finds
 * `/v1/menus/:menuId` for `PUT /v1/menus/options`, whose own route has only GET.
 */
export function isMisrouted({ method, url, routeOptions }: FastifyRequest, findRoute: FindRoute): boolean {
  return !READING_METHODS.includes(method) && findRoute(url)?.pattern !== routeOptions.url
}

/**
 * Rejects a request that no route handles.
 * @throws {HttpError} 405 with Allow if the path has a route for other methods (RFC 9110 §15.5.6), otherwise 404
 */
export function rejectUnhandled({ url }: FastifyRequest, reply: FastifyReply, findRoute: FindRoute): never {
  const route = findRoute(url)
  if (route === undefined) throwNotFound()
  setResponseFields(reply, { route: route.pattern })
  const allow = [...route.methods, 'OPTIONS'].sort().join(', ')
  throw new HttpError(405, METHOD_NOT_ALLOWED, { allow })
}
