import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createThrottle, DEFAULT_RATE_LIMITS, type RateLimits } from './auth/rate-limits.ts'
import { type Clock, systemClock } from './clock.ts'
import { createCallers } from './device/fast-path.ts'
import { device } from './device/index.ts'
import { observeAll } from './http/access-record.ts'
import type { Origins } from './http/cors.ts'
import { ErrorBody } from './http/errors.ts'
import { createHttpApp, createInnerApp } from './http/http-app.ts'
import { DEFAULT_LIMITS, type Limits } from './http/limits.ts'
import { refuseOtherMethods } from './http/method-not-allowed.ts'
import { createAnswers } from './menu/cache/response-cache.ts'
import { createRepeats } from './menu/fast-path.ts'
import { menu } from './menu/index.ts'
import { stream } from './menu/stream/index.ts'
import { createStreams } from './menu/stream/streams.ts'
import { logAccess } from './observability/access-log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/tracing.ts'
import { serveDocs } from './openapi/index.ts'
import { pages } from './pages/index.ts'
import { serveHealth } from './server/health.ts'
import type { Database } from './storage/database.ts'

/** What an app is built from. */
export interface Parts {
  /** Where the data is; see `openDatabase`. The app only reads, and does not close it. */
  readonly database: Database
  /** Tells the time by which devices are online and keys expire. */
  readonly clock?: Clock
  /** Where log lines go; nowhere by default. */
  readonly logger?: Logger
  readonly deviceBasePath?: string
  readonly menuBasePath?: string
  readonly menuMaxAgeSeconds?: number
  readonly corsOrigin?: Origins
  /** What finished menu answers may take in memory; 0 keeps none. */
  readonly cacheMaxBytes?: number
  readonly limits?: Limits
  readonly rateLimits?: RateLimits
  /** Is told of every answer, and how long the storage took; nobody is by default. */
  readonly metrics?: Metrics
  /** Makes a trace of every request; nobody does by default. */
  readonly tracing?: Tracing
  /** The addresses of proxies whose word on who asks is taken: single ones, or ranges such as 10.0.0.0/8. */
  readonly trustedProxies?: readonly string[]
  /** Origins whose pages may show ours in a frame; none by default. */
  readonly frameAncestors?: readonly string[]
  /** What stream tokens are signed with, beside the hash of their key; the same in all processes. */
  readonly streamTokenSecret?: string
  /** Aborted when the process is told to stop: streams, which would never end by themselves, end then. */
  readonly stopping?: AbortSignal
}

const DEFAULT_CACHE_MAX_BYTES = 64 * 1024 * 1024

/** Builds the service: both interfaces, and pages for people. It does not listen: call `inject`, or `listen`. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { deviceBasePath = '', menuBasePath = '', corsOrigin: origins = '*', clock = systemClock } = parts
  const { logger, metrics, tracing, limits = DEFAULT_LIMITS, rateLimits = DEFAULT_RATE_LIMITS } = parts
  const database = metrics?.timed(parts.database) ?? parts.database
  const answers = createAnswers(parts.cacheMaxBytes ?? DEFAULT_CACHE_MAX_BYTES)
  metrics?.watchAnswers(answers)
  metrics?.watchDevices(parts.database, clock)
  const observers = [
    ...(logger?.isLevelEnabled('info') ? [logAccess(logger)] : []),
    ...(metrics ? [metrics.observe] : []),
    ...(tracing ? [tracing.observe] : []),
  ]
  const report = (error: unknown) =>
    logger?.error({ err: error }, 'a response could not be logged or counted')
  const repeats = createRepeats({ database, clock })
  const callers = createCallers({ database, clock, basePath: deviceBasePath })
  // The short ways do not count who asks how often.
  const shortWays = rateLimits.requestsPerMinute === 0 ? [repeats.answer, callers.answer] : []
  const baseLogger: FastifyBaseLogger | undefined = logger
  const { trustedProxies = [], frameAncestors = [], menuMaxAgeSeconds: maxAgeSeconds = 0 } = parts
  const app = await createHttpApp({
    origins,
    limits,
    shortWays,
    trustedProxies,
    logger: baseLogger,
    observe: observers.length > 0 ? observeAll(observers, report) : undefined,
    onDrop: metrics?.countDrop,
  })

  const streams = createStreams({ database, clock, answers }, app.log)
  metrics?.watchStreams(streams.count)
  parts.stopping?.addEventListener('abort', streams.end)
  if (parts.stopping?.aborted) streams.end()
  app.addHook('preClose', async () => streams.end())
  const throttle = await createThrottle(app, rateLimits)
  const refuseOthers = refuseOtherMethods(app)
  serveHealth(app, database)
  serveDocs(app, () => createInnerApp(origins, baseLogger), addInterfaces)
  await addInterfaces(app)
  await app.register(pages, { deviceBasePath, menuBasePath, frameAncestors })
  refuseOthers()
  return app

  async function addInterfaces(target: FastifyInstance): Promise<void> {
    target.addSchema(ErrorBody)
    const shared = { database, clock, throttle }
    await target.register(device, { ...shared, prefix: deviceBasePath, callers })
    await target.register(stream, {
      ...shared,
      prefix: menuBasePath,
      streams,
      tokenSecret: parts.streamTokenSecret ?? '',
    })
    await target.register(menu, { ...shared, prefix: menuBasePath, maxAgeSeconds, answers, repeats })
  }
}
