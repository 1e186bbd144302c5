import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { prepareAuthentication } from '../auth/authenticate.ts'
import { type AccessObserver, noteRequest } from './access-record.ts'
import { answerUnusualRequests, handleClientErrors, requireHost } from './client-errors.ts'
import { connectionsOf } from './connections.ts'
import { allowOrigin, allowOrigins, type Origins } from './cors.ts'
import { answerError, answerNotFound } from './errors.ts'
import { type ShortWay, withShortWays } from './fast-path.ts'
import { type Limits, refuseLongUrls } from './limits.ts'
import { refuseOverload } from './overload.ts'
import { requestIdOf } from './request-id.ts'
import { headersOfAll } from './security-headers.ts'
import { reportServerErrors } from './server-errors.ts'

/** Longer than any path that Node lets through: an id is never cut off, nor refused for its length. */
const MAX_PARAMETER_LENGTH = 65_536

interface Parts {
  readonly origins: Origins
  readonly limits: Limits
  readonly shortWays: readonly ShortWay[]
  readonly trustedProxies: readonly string[]
  readonly logger: FastifyBaseLogger | undefined
  /** Is told of each response, and of what was refused before there was one; undefined where nobody wants to know. */
  readonly observe: AccessObserver | undefined
  readonly onDrop: (() => void) | undefined
}

/**
 * An app without routes, which has all that holds for whatever it will serve: limits, overload, CORS, the record of
 * each response, the headers of every answer, and one form of error, broken HTTP included.
 */
export async function createHttpApp(parts: Parts): Promise<FastifyInstance> {
  const { origins, limits, observe = () => {}, onDrop } = parts
  let isOverloaded = () => false
  const app = createFastify(parts, {
    isOverloaded: () => isOverloaded(),
    handleClientError: (error, socket) => handleClientError(error, socket),
  })
  const clientErrors = { origins, observe, connections: connectionsOf(app.server) }
  const handleClientError = handleClientErrors(clientErrors)
  answerUnusualRequests(app.server, clientErrors)
  reportServerErrors(app.server, app.log, onDrop)
  app.addHook('onRequest', (request, reply, done) => {
    noteRequest(request, reply)
    done()
  })
  await answerErrors(app, origins)
  isOverloaded = refuseOverload(app, limits.maxEventLoopDelayMs)
  app.addHook('onRequest', requireHost)
  app.addHook('onRequest', refuseLongUrls(limits))
  // Before a body is parsed: what is wrong with that does not matter where there is nothing.
  app.addHook('onRequest', async (request) => {
    if (request.is404) answerNotFound()
  })
  return app
}

interface LateParts {
  readonly isOverloaded: () => boolean
  readonly handleClientError: ReturnType<typeof handleClientErrors>
}

function createFastify(
  { origins, limits, shortWays, trustedProxies, logger, observe }: Parts,
  { isOverloaded, handleClientError }: LateParts,
): FastifyInstance {
  return Fastify({
    serverFactory: withShortWays({ shortWays, limits, isOverloaded, observe }),
    trustProxy: [...trustedProxies],
    genReqId: requestIdOf,
    // Our schemas are right, as tests see to: to check them at each start would take longer than to compile them.
    ajv: { customOptions: { meta: false, validateSchema: false } },
    ...(logger ? { loggerInstance: logger } : {}),
    logController: withoutRequestLog(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these, neither that of CORS nor that of the record.
      noteRequest(request, reply)
      allowOrigin(request, reply, origins)
      reply.headers(headersOfAll(request))
      answerError(error, request, reply)
    },
    clientErrorHandler: handleClientError,
  })
}

/** An app that is asked by another one: that one listens, keeps the limits, and is told of responses. */
export async function createInnerApp(
  origins: Origins,
  logger: FastifyBaseLogger | undefined,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: requestIdOf,
    ...(logger ? { loggerInstance: logger } : {}),
    logController: withoutRequestLog(),
  })
  await answerErrors(app, origins)
  return app
}

/** Fastify writes no line of its own for requests: the log is told of them together with metrics and traces. */
function withoutRequestLog(): LogController {
  return new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true })
}

async function answerErrors(app: FastifyInstance, origins: Origins): Promise<void> {
  // Before the first scope is made: a scope knows only the decorators that were declared before it.
  prepareAuthentication(app)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAll(request))
    done()
  })
  await allowOrigins(app, origins)
}
