import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { decorateRequests } from './auth/authenticate.ts'
import { createThrottle } from './auth/rate-limits.ts'
import type { ChangesParts } from './changes/create-changes.ts'
import { type Clock, systemClock } from './clock.ts'
import { repeatedDevices } from './device/fast-path.ts'
import { device } from './device/index.ts'
import { countDevices } from './device/repository.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { combineObservers } from './http/access-record.ts'
import type { Origins } from './http/cors.ts'
import { ErrorBody } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { createHttpApp, createInnerApp } from './http/http-app.ts'
import {
  DEFAULT_CACHE_MAX_BYTES,
  DEFAULT_LIMITS,
  DEFAULT_RATE_LIMITS,
  type Limits,
  type RateLimits,
} from './http/limits.ts'
import { createResponseCache } from './menu/cache/response-cache.ts'
import { repeatedMenus } from './menu/fast-path.ts'
import { menu } from './menu/index.ts'
import { stream } from './menu/stream/index.ts'
import { createStreamHub } from './menu/stream/streams.ts'
import { logAccess } from './observability/access-log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/tracing.ts'
import { serveDocs } from './openapi/index.ts'
import { pages } from './pages/index.ts'
import type { Database } from './storage/database.ts'

/** The parts that an app is built from. */
export interface Parts {
  /** The database; see `openDatabase`. The app only reads from it, and does not close it. */
  readonly database: Database
  /** The same database, opened to be changed over HTTP; the app does not close it. By default HTTP only reads. */
  readonly changes?: Database | undefined
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
  readonly rateLimits?: RateLimits
  /** Records every response and the duration of database queries. By default there are no metrics. */
  readonly metrics?: Metrics | undefined
  /** Traces every request. By default there are no traces. */
  readonly tracing?: Tracing | undefined
  /** Proxies whose X-Forwarded-For header is trusted: addresses, or ranges such as 10.0.0.0/8. */
  readonly trustedProxies?: readonly string[]
  /** Origins whose pages may embed our pages in a frame; none by default. */
  readonly frameAncestors?: readonly string[]
  /** Signs stream tokens, together with the hash of their key. It must be the same in all processes. */
  readonly streamTokenSecret?: string
  /** Aborted when the process stops. Streams end then; they would never end by themselves. */
  readonly stopping?: AbortSignal
}

/** Builds the service: both interfaces, and the web pages. It does not listen: call `inject` or `listen`. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { deviceBasePath = '', menuBasePath = '', corsOrigin: origins = '*', clock = systemClock } = parts
  const { metrics, tracing, limits = DEFAULT_LIMITS, rateLimits = DEFAULT_RATE_LIMITS } = parts
  const { trustedProxies = [], frameAncestors = [], menuMaxAgeSeconds: maxAgeSeconds = 0 } = parts
  const { cacheMaxBytes = DEFAULT_CACHE_MAX_BYTES, streamTokenSecret: tokenSecret = '', stopping } = parts
  const logger: FastifyBaseLogger | undefined = parts.logger
  const database = metrics?.timed(parts.database) ?? parts.database
  const cache = createResponseCache(cacheMaxBytes)
  metrics?.watchCache(cache)
  metrics?.watchDevices(() => countDevices(parts.database, clock()))
  const log = parts.logger?.isLevelEnabled('info') ? logAccess(parts.logger) : undefined
  const observers = [log, metrics?.observe, tracing?.observe].filter((observe) => observe !== undefined)
  const report = (error: unknown) =>
    logger?.error({ err: error }, 'a response could not be logged or counted')
  // The fast paths do not count requests per key.
  const hasFastPath = rateLimits.requestsPerMinute === 0
  const fastPaths = hasFastPath ? createFastPaths(database, clock, deviceBasePath) : undefined
  const changes =
    parts.changes &&
    (await loadChanges({ database, changes: parts.changes, clock, deviceBasePath, hasFastPath, metrics }))
  const shared = { origins, logger, decorate: decorateRequests }
  const app = await createHttpApp({
    ...shared,
    limits,
    earlyHandlers: {
      GET: fastPaths ? [fastPaths.menu.handle, fastPaths.device.handle] : [],
      POST: changes?.earlyHandlers ?? [],
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
  const throttle = await createThrottle(app, rateLimits)
  changes?.addJobs(app)
  serveHealth(app, database)
  serveDocs(app, () => createInnerApp(shared), addInterfaces)
  await addInterfaces(app)
  await app.register(pages, { deviceBasePath, menuBasePath, frameAncestors })
  return app

  async function addInterfaces(target: FastifyInstance): Promise<void> {
    target.addSchema(ErrorBody)
    const options = { database, clock, throttle, prefix: menuBasePath }
    await target.register(device, { ...options, prefix: deviceBasePath, fastPath: fastPaths?.device })
    await target.register(stream, { ...options, streams, tokenSecret })
    await target.register(menu, { ...options, maxAgeSeconds, cache, fastPath: fastPaths?.menu })
    await changes?.register(target, { throttle, menuBasePath })
  }
}

/** Loads what writes on demand: most services only read. */
async function loadChanges(parts: ChangesParts) {
  const { createChanges } = await import('./changes/create-changes.ts')
  return createChanges(parts)
}

/** The fast paths of the interfaces that read. */
function createFastPaths(database: Database, clock: Clock, deviceBasePath: string) {
  return {
    menu: createFastPath(database, clock, repeatedMenus),
    device: createFastPath(database, clock, repeatedDevices(database, clock, deviceBasePath)),
  }
}
