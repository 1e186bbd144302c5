import type { FastifyInstance } from 'fastify'
import { type AppOptions, type CompleteAppOptions, withDefaults } from './app-options.ts'
import { decorateRequests } from './auth/guard.ts'
import { createRateLimiters } from './auth/rate-limiters.ts'
import { allowsFastPaths } from './auth/rate-limits.ts'
import { deviceFastPathRules } from './device/device-fast-path.ts'
import { heartbeatFastPathRules } from './device/heartbeats/heartbeat-fast-path.ts'
import { deviceRoutes } from './device/routes.ts'
import { createFastPath, type FastPathOptions } from './fast-path/fast-path.ts'
import { fleetRoutes } from './fleet/routes.ts'
import { ErrorBody } from './http/http-error.ts'
import { serveOpenApi } from './http/openapi.ts'
import { serveHealth } from './http/server/health.ts'
import { createHttpApp } from './http/server/http-app.ts'
import { createResponseCache } from './menu/cache/response-cache.ts'
import { menuFastPathRules } from './menu/menu-fast-path.ts'
import { menuRoutes } from './menu/routes.ts'
import { streamRoutes } from './menu/stream/routes.ts'
import { createStreamHub, endStreamsWith } from './menu/stream/streams.ts'
import { observeResponses } from './metrics/observe-responses.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Writers } from './writers.ts'

/** Builds the service: both interfaces, and the web pages. It does not listen: call `inject` or `listen`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const settings = withDefaults(options)
  const { metrics, clock, logger, deviceBasePath, menuBasePath, rateLimits } = settings
  const database = metrics?.withTimedReads(options.database) ?? options.database
  const cache = createResponseCache(settings.cacheMaxBytes)
  const writers = await loadWriters(settings)
  const fastPaths = allowsFastPaths(rateLimits)
    ? createFastPaths({ database, clock }, deviceBasePath, writers)
    : undefined

  const app = await createHttpApp({
    ...settings,
    origins: settings.corsOrigin,
    logger,
    earlyHandlers: {
      GET: fastPaths ? [fastPaths.menu.handle, fastPaths.device.handle] : [],
      POST: fastPaths?.heartbeat ? [fastPaths.heartbeat.handle] : [],
    },
    observe: observeResponses(options),
    onDrop: metrics?.countDrop,
  })
  decorateRequests(app)
  const rateLimiters = await createRateLimiters(app, rateLimits)
  const streams = createStreamHub({ database, clock, cache }, app.log)
  endStreamsWith(app, streams, settings.stopping)
  metrics?.addCacheMetrics(cache)
  metrics?.addFleetMetrics(options.database, clock)
  metrics?.addStreamMetrics(streams.count)
  if (writers) app.addHook('onClose', writers.menuWriter.close)
  if (writers) (await import('./jobs.ts')).runJobs(app, { ...settings, database, writers })
  serveHealth(app, [database, ...(writers ? [writers.writableDatabase] : [])])
  serveOpenApi(app, { ...settings, allowsChanges: writers !== undefined })
  app.addSchema(ErrorBody)
  const context = { ...settings, ...rateLimiters, database, cache }
  const devices = { ...context, prefix: deviceBasePath }
  const menus = { ...context, prefix: menuBasePath }
  await app.register(deviceRoutes, { ...devices, fastPath: fastPaths?.device })
  await app.register(fleetRoutes, devices)
  await app.register(streamRoutes, { ...menus, streams })
  await app.register(menuRoutes, { ...menus, fastPath: fastPaths?.menu })
  if (writers) {
    const { changeRoutes } = await import('./change-routes.ts')
    await app.register(changeRoutes, { ...context, writers, heartbeatFastPath: fastPaths?.heartbeat })
  }
  await app.register(pageRoutes, settings)
  return app
}

/** Loads the code that writes on demand, because most services only read. */
async function loadWriters({ writableDatabase, ...others }: CompleteAppOptions) {
  if (writableDatabase === undefined) return undefined
  const { createWriters } = await import('./writers.ts')
  return createWriters({ ...others, writableDatabase })
}

function createFastPaths(options: FastPathOptions, deviceBasePath: string, writers?: Writers) {
  const { database, clock } = options
  return {
    menu: createFastPath(options, menuFastPathRules),
    device: createFastPath(options, deviceFastPathRules(database, clock, deviceBasePath)),
    heartbeat:
      writers && createFastPath(options, heartbeatFastPathRules(writers.reportHeartbeat, deviceBasePath)),
  }
}
