import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { keyOf, prepareAuthentication } from '../auth/authenticate.ts'
import { answerError, answerNotFound } from '../errors.ts'
import { answerUnusualRequests, type LastAnswers, refuseBroken, requireHost } from './broken-http.ts'
import { allowOrigin, allowOrigins, type Origins } from './cors.ts'
import { type Limits, refuseLongUrls } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { refuseOverload } from './overload.ts'
import { requestIdOf } from './request-id.ts'
import { logRequest, RequestLog, toAnswered } from './request-log.ts'
import { headersOfAll } from './security-headers.ts'
import { type ShortWay, withShortWays } from './short-way.ts'
import type { Tracing } from './tracing.ts'

/** Longer than any path that Node lets through: an id is never cut off, nor refused for its length. */
const MAX_PARAMETER_LENGTH = 65_536

interface Parts {
  readonly origins: Origins
  readonly limits: Limits
  readonly shortWays: readonly ShortWay[]
  readonly trustedProxies: readonly string[]
  readonly logger: FastifyBaseLogger | undefined
  readonly metrics: Metrics | undefined
  readonly tracing: Tracing | undefined
}

/**
 * An app without routes, which has all that holds for whatever it will serve: limits, overload, CORS, the log, the
 * headers of every answer, and one form of error, broken HTTP included.
 */
export async function createHttpApp(parts: Parts): Promise<FastifyInstance> {
  const { origins, limits, metrics, tracing } = parts
  const lastAnswers: LastAnswers = new WeakMap()
  let isOverloaded = () => false
  const app = createFastify(parts, lastAnswers, () => isOverloaded())
  // Before the first scope is made: a scope knows only the decorators that were declared before it.
  prepareAuthentication(app)
  await tracing?.watch(app)
  answerUnusualRequests(app, { origins, lastAnswers })
  await answerErrors(app, origins)
  if (metrics) {
    app.addHook('onResponse', async (request, reply) =>
      metrics.observe(toAnswered(request, reply, keyOf(request)?.id)),
    )
  }
  isOverloaded = await refuseOverload(app, limits.maxEventLoopDelayMs)
  app.addHook('onRequest', requireHost)
  app.addHook('onRequest', refuseLongUrls(limits))
  // Before a body is parsed: what is wrong with that does not matter where there is nothing.
  app.addHook('onRequest', async (request) => {
    if (request.is404) answerNotFound()
  })
  return app
}

function createFastify(
  { origins, limits, shortWays, trustedProxies, logger }: Parts,
  lastAnswers: LastAnswers,
  isOverloaded: () => boolean,
): FastifyInstance {
  const refuse = refuseBroken({ origins, lastAnswers })
  const app: FastifyInstance = Fastify({
    serverFactory: withShortWays({ shortWays, limits, lastAnswers, isOverloaded }),
    trustProxy: [...trustedProxies],
    genReqId: requestIdOf,
    // Our schemas are right, as tests see to: to check them at each start would take longer than to compile them.
    ajv: { customOptions: { meta: false, validateSchema: false } },
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new RequestLog(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these, neither that of CORS nor the one that logs.
      allowOrigin(request, reply, origins)
      reply.headers(headersOfAll(request))
      answerError(error, request, reply)
      logRequest(request, reply)
    },
    clientErrorHandler: (error, socket) => refuse(error, socket, app.log),
  })
  return app
}

/** An app that is asked by another one: that one listens, keeps the limits, and writes the lines of requests. */
export async function createInnerApp(
  origins: Origins,
  logger: FastifyBaseLogger | undefined,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: requestIdOf,
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
  })
  prepareAuthentication(app)
  await answerErrors(app, origins)
  return app
}

async function answerErrors(app: FastifyInstance, origins: Origins): Promise<void> {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAll(request))
    done()
  })
  await allowOrigins(app, origins)
}
