import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyBaseLogger, FastifyServerFactory } from 'fastify'
import { atMostEvery } from '../../lib/time/at-most-every.ts'
import { MAX_HEADERS, requestFaultOf } from '../request-faults.ts'
import { type ResponseObserver, toResponseRecord } from '../response-record.ts'
import { ServiceResponse } from '../service-response.ts'
import { trackConnections } from './connections.ts'
import type { ServerLimits } from './limits.ts'

/** How often Node checks for connections that exceed a timeout while they send a request. */
const CHECKING_INTERVAL_MS = 1000
/** Errors of the server are logged at most once per interval, not for each connection. */
const LOG_INTERVAL_MS = 1000

/**
 * Handles a request before Fastify does.
 * @param continueOnFullPath passes the request on to Fastify
 * @returns whether it takes over the request: it then responds, or calls `continueOnFullPath` later
 */
type EarlyHandler = (
  request: IncomingMessage,
  response: ServiceResponse,
  continueOnFullPath: () => void,
) => boolean

export interface ServerOptions {
  /** Early handlers by the method of the request. */
  readonly earlyHandlers: Readonly<Record<'GET' | 'POST', readonly EarlyHandler[]>>
  readonly limits: ServerLimits
  readonly isOverloaded: () => boolean
  /** Called for each finished response, and for input that was rejected before there was one. */
  readonly observe: ResponseObserver
}

/** Creates the HTTP server as Fastify would, with early handlers before Fastify. */
export function createServerFactory(options: ServerOptions): FastifyServerFactory {
  const { earlyHandlers, limits, isOverloaded, observe } = options
  const nodeOptions = {
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    connectionsCheckingInterval: CHECKING_INTERVAL_MS,
    // The full path rejects a request without a Host header, with the same body as every other error.
    requireHostHeader: false,
    ServerResponse: ServiceResponse,
  }
  return (handleByFastify) => {
    const server = createServer(nodeOptions, (request, response) => {
      if (!connections.add(response)) return
      const continueOnFullPath = () => handleByFastify(request, response)
      // Early handlers get ordinary requests only. Fastify handles all others: those during a graceful shutdown, when the server
      // no longer listens, those under overload, and those with a fault in the head.
      const { method, headers } = request
      const hasFault = headers.host === undefined || requestFaultOf(request, limits.maxUrlBytes) !== undefined
      const isOrdinary = server.listening && !hasFault && !isOverloaded()
      const handlers = isOrdinary && (method === 'GET' || method === 'POST') ? earlyHandlers[method] : []
      if (handlers.some((handle) => handle(request, response, continueOnFullPath))) return
      continueOnFullPath()
    })
    const connections = trackConnections(server, (response) => observe(toResponseRecord(response)))
    server.maxConnections = limits.maxConnections
    // Many short headers take ten times the memory of a few long ones, so their number is limited too. Node silently drops headers
    // above this number. With one more than allowed, `requestFaultOf` still sees that there are too many.
    server.maxHeadersCount = MAX_HEADERS + 1
    return server
  }
}

/**
 * Logs connections that could not be accepted because of MAX_CONNECTIONS or a lack of file descriptors.
 * @param onDrop is called for each connection that was closed because there were too many
 */
export function reportServerErrors(server: Server, log: FastifyBaseLogger, onDrop = () => {}): void {
  const warn = atMostEvery(LOG_INTERVAL_MS, (fields: object, message: string) => log.warn(fields, message))

  server.on('drop', () => {
    onDrop()
    const { maxConnections } = server
    warn({ maxConnections }, 'more connections than MAX_CONNECTIONS are closed at once')
  })
  // Errors before the server listens are reported by the code that called `listen`.
  server.once('listening', () =>
    server.on('error', (error) => warn({ err: error }, 'a connection could not be accepted')),
  )
}
