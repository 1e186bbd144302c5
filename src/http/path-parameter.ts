import type { FastifyRequest } from 'fastify'
import { isObject } from '../lib/json/json.ts'

/** A parameter of the path of a route, decoded. For hooks, which are not typed by the schema of the route. */
export function pathParameter({ params }: FastifyRequest, name: string): string {
  const value = isObject(params) ? params[name] : undefined
  if (typeof value !== 'string') throw new Error(`The path of the route has no parameter ${name}.`)
  return value
}
