import type { FastifyInstance } from 'fastify'
import { type AppOptions, withDefaults } from './app-options.ts'
import { decorateRequests } from './auth/authenticate.ts'
import { createThrottles } from './auth/rate-limits.ts'
import type { Changes } from './changes/create-changes.ts'
import { deviceFastPathRules, heartbeatFastPathRules } from './device/fast-path.ts'
import { deviceRoutes } from './device/routes.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { ErrorBody } from './http/errors.ts'
import { serveDescription } from './http/openapi/serve-description.ts'
import { serveHealth } from './http/server/health.ts'
import { createHttpApp, createInnerApp } from './http/server/http-app.ts'
import type { Clock } from './lib/time/clock.ts'
import { createResponseCache } from './menu/cache/response-cache.ts'
import { menuFastPathRules } from './menu/fast-path.ts'
import { menuRoutes } from './menu/routes.ts'
import { streamRoutes } from './menu/stream/routes.ts'
import { createStreamHub, endStreamsWith } from './menu/stream/streams.ts'
import { fleetRoutes } from './monitoring/fleet/routes.ts'
import { observeResponses } from './observability/observe-responses.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Database } from './storage/database.ts'

/** Builds the service: both interfaces, and the web pages. It does not listen: call `inject` or `listen`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const settings = withDefaults(options)
  const { metrics, clock, logger, deviceBasePath, menuBasePath, rateLimits } = settings
  const database = metrics?.timed(options.database) ?? options.database
  const cache = createResponseCache(settings.cacheMaxBytes)
  const changes = await loadChanges(settings)
  // The fast paths do not count requests per key.
  const hasFastPath = rateLimits.requestsPerMinute === 0
  const fastPaths = hasFastPath ? createFastPaths(database, clock, deviceBasePath, changes) : undefined

  const shared = { origins: settings.corsOrigin, logger, decorate: decorateRequests }
  const app = await createHttpApp({
    ...settings,
    ...shared,
    earlyHandlers: {
      GET: fastPaths ? [fastPaths.menu.handle, fastPaths.device.handle] : [],
      POST: fastPaths?.heartbeat ? [fastPaths.heartbeat.handle] : [],
    },
    observe: observeResponses(options),
    onDrop: metrics?.countDrop,
  })
  const throttles = await createThrottles(app, rateLimits)
  const streams = createStreamHub({ database, clock, cache }, app.log)
  endStreamsWith(app, streams, settings.stopping)
  metrics?.watchCache(cache)
  metrics?.watchFleet(options.database, clock)
  metrics?.watchStreams(streams.count)
  if (changes) app.addHook('onClose', changes.menuWriter.close)
  const overdueJobs = changes && (await import('./jobs.ts')).runJobs(app, { ...settings, database, changes })
  serveHealth(app, database, overdueJobs)
  serveDescription(app, () => createInnerApp(shared), addInterfaces)
  await addInterfaces(app)
  await app.register(pageRoutes, settings)
  return app

  async function addInterfaces(target: FastifyInstance): Promise<void> {
    target.addSchema(ErrorBody)
    const context = { ...settings, ...throttles, database, cache }
    const devices = { ...context, prefix: deviceBasePath }
    const menus = { ...context, prefix: menuBasePath }
    await target.register(deviceRoutes, { ...devices, fastPath: fastPaths?.device })
    await target.register(fleetRoutes, devices)
    await target.register(streamRoutes, { ...menus, streams })
    await target.register(menuRoutes, { ...menus, fastPath: fastPaths?.menu })
    if (changes === undefined) return
    const { changeRoutes } = await import('./changes/routes.ts')
    await target.register(changeRoutes, { ...context, changes, heartbeatFastPath: fastPaths?.heartbeat })
  }
}

/** Loads what writes on demand: most services only read. */
async function loadChanges({ writableDatabase, ...others }: ReturnType<typeof withDefaults>) {
  if (writableDatabase === undefined) return undefined
  const { createChanges } = await import('./changes/create-changes.ts')
  return createChanges({ ...others, writableDatabase })
}

function createFastPaths(database: Database, clock: Clock, deviceBasePath: string, changes?: Changes) {
  return {
    menu: createFastPath(database, clock, menuFastPathRules),
    device: createFastPath(database, clock, deviceFastPathRules(database, clock, deviceBasePath)),
    heartbeat:
      changes &&
      createFastPath(database, clock, heartbeatFastPathRules(changes.reportHeartbeat, deviceBasePath)),
  }
}
