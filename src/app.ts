import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { decorateRequests } from './auth/authenticate.ts'
import { createThrottles } from './auth/rate-limits.ts'
import type { HttpWritesOptions } from './changes/create-http-writes.ts'
import { deviceFastPathRules } from './device/fast-path.ts'
import { deviceRoutes } from './device/routes.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { combineObservers } from './http/access-record.ts'
import type { Origins } from './http/cors.ts'
import { ErrorBody } from './http/errors.ts'
import { serveDocs } from './http/openapi/index.ts'
import { serveHealth } from './http/server/health.ts'
import { createHttpApp, createInnerApp } from './http/server/http-app.ts'
import {
  DEFAULT_CACHE_MAX_BYTES,
  DEFAULT_LIMITS,
  DEFAULT_RATE_LIMITS,
  type Limits,
  type RateLimits,
} from './http/server/limits.ts'
import { type Clock, systemClock } from './lib/time/clock.ts'
import { createResponseCache } from './menu/cache/response-cache.ts'
import { menuFastPathRules } from './menu/fast-path.ts'
import { menuRoutes } from './menu/routes.ts'
import { streamRoutes } from './menu/stream/index.ts'
import { createStreamHub } from './menu/stream/streams.ts'
import { fleetRoutes } from './monitoring/fleet/routes.ts'
import { logAccess } from './observability/access-log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/tracing.ts'
import { pageRoutes } from './pages/index.ts'
import type { Database } from './storage/database.ts'

/** What an app is built from. */
export interface AppOptions {
  /** The database; see `openDatabase`. The app only reads from it, and does not close it. */
  readonly database: Database
  /** The same database, opened with the purpose `server-write`; the app does not close it. By default HTTP only reads. */
  readonly writableDatabase?: Database | undefined
  /** Decides which devices are online and which keys have expired. */
  readonly clock?: Clock
  /** Receives log lines. By default nothing is logged. */
  readonly logger?: Logger
  readonly deviceBasePath?: string
  readonly menuBasePath?: string
  readonly menuMaxAgeSeconds?: number
  readonly corsOrigin?: Origins
  /** The most memory that cached menu responses may take, in bytes; 0 disables the cache. */
  readonly cacheMaxBytes?: number
  readonly limits?: Limits
  readonly rateLimits?: Partial<RateLimits>
  /** Records every response and the duration of database queries. By default there are no metrics. */
  readonly metrics?: Metrics | undefined
  /** Traces every request. By default there are no traces. */
  readonly tracing?: Tracing | undefined
  /** Proxies whose X-Forwarded-For header is trusted: addresses, or ranges such as 10.0.0.0/8. */
  readonly trustedProxies?: readonly string[]
  /** The address of the service for its users, for links in alerts, without a slash at its end. By default there are no links. */
  readonly publicUrl?: string
  /** Internal addresses, or ranges of them, that alerts may be sent to; none by default. */
  readonly webhookAllow?: readonly string[]
  /** Origins whose pages may embed our pages in a frame; none by default. */
  readonly frameAncestors?: readonly string[]
  /** Signs stream tokens, together with the hash of their key. It must be the same in all processes. */
  readonly streamTokenSecret?: string
  /** Aborted when the process begins to stop. Streams end then, which would never end by themselves, and jobs. */
  readonly stopping?: AbortSignal
  /** Aborted when the time to stop is nearly over. Changes in progress are rejected then. */
  readonly rejecting?: AbortSignal
}

/** Builds the service: both interfaces, and the web pages. It does not listen: call `inject` or `listen`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deviceBasePath = '', menuBasePath = '', corsOrigin: origins = '*', clock = systemClock } = options
  const { metrics, tracing, limits = DEFAULT_LIMITS } = options
  const rateLimits = { ...DEFAULT_RATE_LIMITS, ...options.rateLimits }
  const { trustedProxies = [], frameAncestors = [], menuMaxAgeSeconds: maxAgeSeconds = 0 } = options
  const { cacheMaxBytes = DEFAULT_CACHE_MAX_BYTES, streamTokenSecret: tokenSecret = '', stopping } = options
  const { publicUrl = '', webhookAllow = [] } = options
  const logger: FastifyBaseLogger | undefined = options.logger
  const database = metrics?.timed(options.database) ?? options.database
  const cache = createResponseCache(cacheMaxBytes)
  metrics?.watchCache(cache)
  metrics?.watchFleet(options.database, clock)
  const log = options.logger?.isLevelEnabled('info') ? logAccess(options.logger) : undefined
  const observers = [log, metrics?.observe, tracing?.observe].filter((observe) => observe !== undefined)
  const report = (error: unknown) =>
    logger?.error({ err: error }, 'a response could not be logged or counted')
  // The fast paths do not count requests per key.
  const hasFastPath = rateLimits.requestsPerMinute === 0
  const fastPaths = hasFastPath ? createFastPaths(database, clock, deviceBasePath) : undefined
  const httpWrites =
    options.writableDatabase &&
    (await loadHttpWrites({
      database,
      writableDatabase: options.writableDatabase,
      cache,
      clock,
      deviceBasePath,
      hasFastPath,
      metrics,
      publicUrl,
      webhookAllow,
      stopping,
      rejecting: options.rejecting,
    }))
  const shared = { origins, logger, decorate: decorateRequests }
  const app = await createHttpApp({
    ...shared,
    limits,
    earlyHandlers: {
      GET: fastPaths ? [fastPaths.menu.handle, fastPaths.device.handle] : [],
      POST: httpWrites?.earlyHandlers ?? [],
    },
    trustedProxies,
    observe: observers.length > 0 ? combineObservers(observers, report) : undefined,
    onDrop: metrics?.countDrop,
  })

  const streams = createStreamHub({ database, clock, cache }, app.log)
  metrics?.watchStreams(streams.count)
  stopping?.addEventListener('abort', streams.end)
  if (stopping?.aborted) streams.end()
  app.addHook('preClose', async () => streams.end())
  const { throttle, throttleChange } = await createThrottles(app, rateLimits)
  serveHealth(app, database, httpWrites?.addJobs(app))
  serveDocs(app, () => createInnerApp(shared), addInterfaces)
  await addInterfaces(app)
  await app.register(pageRoutes, { deviceBasePath, menuBasePath, frameAncestors })
  return app

  async function addInterfaces(target: FastifyInstance): Promise<void> {
    target.addSchema(ErrorBody)
    const routesOptions = { database, clock, throttle, prefix: menuBasePath }
    await target.register(deviceRoutes, {
      ...routesOptions,
      prefix: deviceBasePath,
      fastPath: fastPaths?.device,
    })
    await target.register(fleetRoutes, { ...routesOptions, prefix: deviceBasePath })
    await target.register(streamRoutes, { ...routesOptions, streams, tokenSecret })
    await target.register(menuRoutes, { ...routesOptions, maxAgeSeconds, cache, fastPath: fastPaths?.menu })
    await httpWrites?.register(target, { throttle, throttleChange, menuBasePath })
  }
}

/** Loads what writes on demand: most services only read. */
async function loadHttpWrites(options: HttpWritesOptions) {
  const { createHttpWrites } = await import('./changes/create-http-writes.ts')
  return createHttpWrites(options)
}

/** The fast paths of the interfaces that read. */
function createFastPaths(database: Database, clock: Clock, deviceBasePath: string) {
  return {
    menu: createFastPath(database, clock, menuFastPathRules),
    device: createFastPath(database, clock, deviceFastPathRules(database, clock, deviceBasePath)),
  }
}
