import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createProxyTrust } from '../client-address.ts'
import { setCommonHeaders } from '../common-headers.ts'
import { compilersFactory } from '../compilers.ts'
import { type Origins, respondToPreflights } from '../cors.ts'
import { handleError, throwNotFound } from '../http-error.ts'
import { isMisrouted, rejectUnhandled } from '../method-not-allowed.ts'
import { formatQueryError } from '../query-parameters.ts'
import { requestFaultOf } from '../request-faults.ts'
import { requestIdOf } from '../request-id.ts'
import { collectRoutes, type FindRoute } from '../routes-by-url.ts'
import { setFieldsFromRequest, throwFastPathError } from '../service-response.ts'
import { createClientErrorHandler, handleUnusualRequests } from './client-errors.ts'
import type { ServerLimits } from './limits.ts'
import { createOverloadMonitor, rejectWhenOverloaded } from './overload.ts'
import { createServerFactory, reportServerErrors, type ServerOptions } from './server-factory.ts'
import { limitUnreadResponses } from './unread-responses.ts'

/** Longer than any URL that the default limits accept, so that no id is rejected for its length alone. */
const MAX_PARAMETER_LENGTH = 65_536

interface HttpAppOptions extends Omit<ServerOptions, 'isOverloaded'> {
  readonly origins: Origins
  readonly trustedProxies: readonly string[]
  readonly logger: FastifyBaseLogger | undefined
  readonly onDrop: (() => void) | undefined
}

/**
 * Creates an app without routes, with everything that applies to all routes: limits, overload protection,
 * CORS, response records, common headers, and one form for all errors, including malformed HTTP.
 */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const { origins, limits, observe, onDrop } = options
  const overload = createOverloadMonitor(limits.maxEventLoopDelayMs)
  const app = createFastify(options, overload.isOverloaded)
  handleUnusualRequests(app.server, origins, observe)
  reportServerErrors(app.server, app.log, onDrop)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(throwNotFound)
  app.addHook('onRequest', (request, reply, done) => {
    setFieldsFromRequest(request, reply)
    setCommonHeaders(request, reply, origins)
    done()
  })
  const findRoute = collectRoutes(app, MAX_PARAMETER_LENGTH)
  await respondToPreflights(app, findRoute)
  limitUnreadResponses(app)
  rejectWhenOverloaded(app, overload)
  rejectInvalidRequests(app, limits, findRoute)
  return app
}

function createFastify(options: HttpAppOptions, isOverloaded: () => boolean): FastifyInstance {
  const { origins, trustedProxies, logger, observe } = options
  return Fastify({
    genReqId: requestIdOf,
    schemaController: { compilersFactory },
    // `mustBe` is the rule in words, and `documentedAs` the schema for the OpenAPI description. Tests validate our schemas:
    // validating them at each start would take longer than compiling them.
    ajv: {
      customOptions: {
        meta: false,
        validateSchema: false,
        verbose: true,
        keywords: ['mustBe', 'documentedAs'],
      },
    },
    schemaErrorFormatter: formatQueryError,
    ...(logger ? { loggerInstance: logger } : {}),
    // The access log is written from the response record of each response.
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    serverFactory: createServerFactory({ ...options, isOverloaded }),
    trustProxy: createProxyTrust(trustedProxies),
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // Fastify runs no hooks for these errors, so the work of our first hook is repeated here.
      setFieldsFromRequest(request, reply)
      setCommonHeaders(request, reply, origins)
      handleError(error, request, reply)
    },
    clientErrorHandler: createClientErrorHandler(origins, observe),
  })
}

/** Rejects requests before their bodies are read. */
function rejectInvalidRequests(
  app: FastifyInstance,
  { maxUrlBytes }: ServerLimits,
  findRoute: FindRoute,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, is404 } = request
    const fault = requestFaultOf(raw, maxUrlBytes)
    if (fault !== undefined) throw fault
    if (is404 || isMisrouted(request, findRoute)) rejectUnhandled(request, reply, findRoute)
    throwFastPathError(reply)
  })
}
