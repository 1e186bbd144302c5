import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type AccessObserver, recordRequest } from './access-record.ts'
import { handleClientErrors, handleUnusualRequests, requireHost } from './client-errors.ts'
import { connectionsOf } from './connections.ts'
import { allowOrigin, allowOrigins, type Origins } from './cors.ts'
import { handleError, throwNotFound } from './errors.ts'
import { type Limits, rejectLongUrls } from './limits.ts'
import { rejectWhenOverloaded } from './overload.ts'
import { requestIdOf } from './request-id.ts'
import { headersOfAll } from './security-headers.ts'
import { reportServerErrors } from './server-errors.ts'
import { createServerFactory, type EarlyHandler } from './server-factory.ts'

/** Longer than any URL that the default limits accept, so that no id is rejected for its length alone. */
const MAX_PARAMETER_LENGTH = 65_536

interface Parts {
  readonly origins: Origins
  readonly limits: Limits
  readonly earlyHandlers: readonly EarlyHandler[]
  readonly trustedProxies: readonly string[]
  readonly logger: FastifyBaseLogger | undefined
  /** Called for each response, and for input rejected before there was one; undefined without observers. */
  readonly observe: AccessObserver | undefined
  readonly onDrop: (() => void) | undefined
  /** Declares request decorators. A Fastify scope knows only those declared before it is created. */
  readonly decorate: (app: FastifyInstance) => void
}

/**
 * Creates an app without routes, with everything that applies to all routes: limits, overload protection,
 * CORS, access records, common headers, and one form for all errors, including malformed HTTP.
 */
export async function createHttpApp(parts: Parts): Promise<FastifyInstance> {
  const { origins, limits, observe = () => {}, onDrop, decorate } = parts
  let isOverloaded = () => false
  const app = createFastify(parts, {
    isOverloaded: () => isOverloaded(),
    handleClientError: (error, socket) => handleClientError(error, socket),
  })
  const clientErrors = { origins, observe, connections: connectionsOf(app.server) }
  const handleClientError = handleClientErrors(clientErrors)
  handleUnusualRequests(app.server, clientErrors)
  reportServerErrors(app.server, app.log, onDrop)
  app.addHook('onRequest', (request, reply, done) => {
    recordRequest(request, reply)
    done()
  })
  decorate(app)
  await registerErrorHandlers(app, origins)
  isOverloaded = rejectWhenOverloaded(app, limits.maxEventLoopDelayMs)
  app.addHook('onRequest', requireHost)
  app.addHook('onRequest', rejectLongUrls(limits))
  // Return 404 before parsing the body.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throwNotFound()
  })
  return app
}

type InnerParts = Pick<Parts, 'origins' | 'logger' | 'decorate'>

interface LateParts {
  readonly isOverloaded: () => boolean
  readonly handleClientError: ReturnType<typeof handleClientErrors>
}

function createFastify(
  { origins, limits, earlyHandlers, trustedProxies, logger, observe }: Parts,
  { isOverloaded, handleClientError }: LateParts,
): FastifyInstance {
  return Fastify({
    serverFactory: createServerFactory({ earlyHandlers, limits, isOverloaded, observe }),
    trustProxy: [...trustedProxies],
    genReqId: requestIdOf,
    // Tests validate our schemas. Validating them at each start would take longer than compiling them.
    ajv: { customOptions: { meta: false, validateSchema: false } },
    ...(logger ? { loggerInstance: logger } : {}),
    logController: withoutRequestLog(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // Fastify runs no hooks for these errors, so the work of our hooks is repeated here.
      recordRequest(request, reply)
      allowOrigin(request, reply, origins)
      reply.headers(headersOfAll(request))
      handleError(error, request, reply)
    },
    clientErrorHandler: handleClientError,
  })
}

/** Creates an app without routes for forwarded requests. The outer app listens, applies limits and logs. */
export async function createInnerApp({ origins, logger, decorate }: InnerParts): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: requestIdOf,
    ...(logger ? { loggerInstance: logger } : {}),
    logController: withoutRequestLog(),
  })
  decorate(app)
  await registerErrorHandlers(app, origins)
  return app
}

/** Turns off Fastify's request log: the access log is written from the access record of each response. */
function withoutRequestLog(): LogController {
  return new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true })
}

async function registerErrorHandlers(app: FastifyInstance, origins: Origins): Promise<void> {
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(throwNotFound)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAll(request))
    done()
  })
  await allowOrigins(app, origins)
}
