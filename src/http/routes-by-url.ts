import type { FastifyInstance } from 'fastify'
import createRouter from 'find-my-way'

/** The methods of a route, with the HEAD that Fastify adds to each GET. */
interface RouteMethods {
  /** Its pattern, such as `/devices/:id`. */
  readonly pattern: string
  readonly methods: ReadonlySet<string>
}

/** Finds the route of a URL, for any method. */
export type FindRoute = (url: string) => RouteMethods | undefined

/** Collects the routes that are added to an app after this call. @returns a function that finds them as the app's router does */
export function collectRoutes(app: FastifyInstance, maxParamLength: number): FindRoute {
  const router = createRouter({ ignoreTrailingSlash: true, maxParamLength })
  const found = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url: pattern }) => {
    // `*` is the route of preflights.
    if (pattern === '*') return
    const methods = found.get(pattern) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    if (found.has(pattern)) return
    found.set(pattern, methods)
    router.on('GET', pattern, () => {}, { pattern, methods } satisfies RouteMethods)
  })
  return (url) => router.find('GET', url)?.store ?? undefined
}
