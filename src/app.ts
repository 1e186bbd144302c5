import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { keyOf, prepareAuthentication } from './auth/authenticate.ts'
import { type Clock, systemClock } from './clock.ts'
import { device } from './device/index.ts'
import { createCallers } from './device/short-way.ts'
import { answerError, answerNotFound, ErrorBody } from './errors.ts'
import { createAnswers } from './menu/answers.ts'
import { menu } from './menu/index.ts'
import { createRepeats } from './menu/repeats.ts'
import {
  answerUnusualRequests,
  type LastAnswers,
  refuseBroken,
  requireHost,
} from './operations/broken-http.ts'
import { allowOrigin, allowOrigins, type Origins } from './operations/cors.ts'
import { serveDocs } from './operations/docs.ts'
import { serveHealth } from './operations/health.ts'
import { DEFAULT_LIMITS, type Limits, refuseLongUrls } from './operations/limits.ts'
import { refuseOtherMethods } from './operations/methods.ts'
import type { Metrics } from './operations/metrics.ts'
import { refuseOverload } from './operations/overload.ts'
import { createThrottle, DEFAULT_RATE_LIMITS, type RateLimits } from './operations/rate-limits.ts'
import { requestIdOf } from './operations/request-id.ts'
import { logAnswer, logRequest, RequestLog, toAnswered } from './operations/request-log.ts'
import { headersOfAll } from './operations/security-headers.ts'
import { type ShortWayLog, withShortWays } from './operations/short-way.ts'
import type { Tracing } from './operations/tracing.ts'
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
}

/** Longer than any path that Node lets through: an id is never cut off, nor refused for its length. */
const MAX_PARAMETER_LENGTH = 65_536

const DEFAULT_CACHE_MAX_BYTES = 64 * 1024 * 1024

/** Builds the service with both interfaces. It does not listen: call `inject`, or `listen`. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const {
    clock = systemClock,
    deviceBasePath = '',
    menuBasePath = '',
    corsOrigin = '*',
    limits = DEFAULT_LIMITS,
    rateLimits = DEFAULT_RATE_LIMITS,
  } = parts
  const { logger, metrics } = parts
  const database = metrics?.timed(parts.database) ?? parts.database
  const answers = createAnswers(parts.cacheMaxBytes ?? DEFAULT_CACHE_MAX_BYTES)
  metrics?.watchAnswers(answers)
  metrics?.watchDevices(parts.database, clock)
  const log: ShortWayLog =
    logger?.isLevelEnabled('info') || metrics
      ? (answered) => {
          logAnswer(app.log, answered)
          metrics?.observe(answered)
        }
      : undefined
  const repeats = createRepeats({ database, clock, log })
  const callers = createCallers({ database, clock, log, basePath: deviceBasePath })
  // The short ways do not count who asks how often, and leave no trace.
  const isShort = rateLimits.requestsPerMinute === 0 && parts.tracing === undefined
  const shortWays = isShort ? [repeats.answer, callers.answer] : []
  const lastAnswers: LastAnswers = new WeakMap()
  const refuse = refuseBroken({ origins: corsOrigin, lastAnswers })
  let isOverloaded = () => false
  const app: FastifyInstance = Fastify({
    serverFactory: withShortWays({ shortWays, limits, lastAnswers, isOverloaded: () => isOverloaded() }),
    trustProxy: [...(parts.trustedProxies ?? [])],
    genReqId: requestIdOf,
    // Our schemas are right, as tests see to: to check them at each start would take longer than to compile them.
    ajv: { customOptions: { meta: false, validateSchema: false } },
    ...(parts.logger ? { loggerInstance: parts.logger as FastifyBaseLogger } : {}),
    logController: new RequestLog(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these, neither that of CORS nor the one that logs.
      allowOrigin(request, reply, corsOrigin)
      reply.headers(headersOfAll(request))
      answerError(error, request, reply)
      logRequest(request, reply)
    },
    clientErrorHandler: (error, socket) => refuse(error, socket, app.log),
  })

  await parts.tracing?.watch(app)
  answerUnusualRequests(app, { origins: corsOrigin, lastAnswers })
  await answerErrors(app, corsOrigin)
  if (metrics) {
    app.addHook('onResponse', async (request, reply) =>
      metrics.observe(toAnswered(request, reply, keyOf(request)?.id)),
    )
  }
  isOverloaded = await refuseOverload(app, limits.maxEventLoopDelayMs)
  const throttle = await createThrottle(app, rateLimits)
  app.addHook('onRequest', requireHost)
  app.addHook('onRequest', refuseLongUrls(limits))
  // Before a body is parsed: what is wrong with that does not matter where there is nothing.
  app.addHook('onRequest', async (request) => {
    if (request.is404) answerNotFound()
  })
  const refuseOthers = refuseOtherMethods(app)
  serveHealth(app, database)
  serveDocs(app, () => buildDocs({ corsOrigin, logger: parts.logger }, addInterfaces))
  await addInterfaces(app)

  refuseOthers()
  return app

  async function addInterfaces(target: FastifyInstance): Promise<void> {
    target.addSchema(ErrorBody)
    prepareAuthentication(target)
    await target.register(device, { prefix: deviceBasePath, database, clock, throttle, callers })
    await target.register(menu, {
      prefix: menuBasePath,
      database,
      clock,
      throttle,
      maxAgeSeconds: parts.menuMaxAgeSeconds ?? 0,
      answers,
      repeats,
    })
  }
}

/** An app with the same interfaces that describes them; it is loaded only when it is needed. */
async function buildDocs(
  { corsOrigin, logger }: { corsOrigin: Origins; logger: FastifyBaseLogger | undefined },
  addInterfaces: (app: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const { describeRoutes } = await import('./operations/openapi.ts')
  const docs: FastifyInstance = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: requestIdOf,
    ...(logger ? { loggerInstance: logger } : {}),
    // The app that passes them on writes the lines of requests.
    logController: new LogController({ disableRequestLogging: true }),
  })
  await answerErrors(docs, corsOrigin)
  await describeRoutes(docs)
  await addInterfaces(docs)
  await docs.ready()
  return docs
}

async function answerErrors(app: FastifyInstance, corsOrigin: Origins): Promise<void> {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAll(request))
    done()
  })
  await allowOrigins(app, corsOrigin)
}
