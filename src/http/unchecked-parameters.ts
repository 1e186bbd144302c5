import type { FastifyRequest } from 'fastify'
import { isObject } from '../lib/json/json.ts'

// For hooks, whose requests are not typed by the schema of the route.

/** A parameter of the path of a route, decoded. */
export function pathParameter({ params }: FastifyRequest, name: string): string {
  const value = isObject(params) ? params[name] : undefined
  if (typeof value !== 'string') throw new Error(`The path of the route has no parameter ${name}.`)
  return value
}

/** The values of a parameter of a query that is not checked yet: several if it is repeated. */
export function queryValues({ query }: FastifyRequest, name: string): readonly string[] {
  const values = isObject(query) ? [query[name]].flat() : []
  return values.filter((value) => typeof value === 'string')
}

/** The value of such a parameter; undefined if it is absent, empty or repeated. */
export function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const [value, ...others] = queryValues(request, name)
  return others.length === 0 && value ? value : undefined
}
