import type { FastifyRequest } from 'fastify'
import { isObject } from '../lib/json/json.ts'

// For hooks, whose requests are not typed by the schema of the route.

/** A parameter of the path of a route, decoded. */
export function pathParameter({ params }: FastifyRequest, name: string): string {
  const value = isObject(params) ? params[name] : undefined
  if (typeof value !== 'string') throw new Error(`The path of the route has no parameter ${name}.`)
  return value
}

/** A parameter of a query that is not checked yet; undefined if it is absent, empty or repeated. */
export function queryParameter({ query }: FastifyRequest, name: string): string | undefined {
  const value = isObject(query) ? query[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
