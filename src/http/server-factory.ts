import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyBaseLogger, FastifyServerFactory } from 'fastify'
import { atIntervals } from '../at-intervals.ts'
import { type AccessObserver, ObservedResponse, toAccessRecord } from './access-record.ts'
import { trackConnections } from './connections.ts'
import { type Limits, serverOptions } from './limits.ts'

/** Errors of the server are logged at most once per interval, not for each connection. */
const LOG_INTERVAL_MS = 1000

/**
 * Handles a request before Fastify does.
 * @param continueOnFullPath passes the request on to Fastify
 * @returns whether it has responded, or will respond or call `continueOnFullPath` later
 */
export type EarlyHandler = (
  request: IncomingMessage,
  response: ObservedResponse,
  continueOnFullPath: () => void,
) => boolean

interface Parts {
  readonly earlyHandlers: readonly EarlyHandler[]
  readonly limits: Limits
  readonly isOverloaded: () => boolean
  /** Called for each finished response; undefined if there are no observers. */
  readonly observe: AccessObserver | undefined
}

/** Creates the HTTP server as Fastify would, with early handlers before Fastify. */
export function createServerFactory({
  earlyHandlers,
  limits,
  isOverloaded,
  observe,
}: Parts): FastifyServerFactory {
  return (handleByFastify) => {
    // Fastify rejects a request without a Host header, with the same body as every other error.
    const options = { ...serverOptions(limits), requireHostHeader: false, ServerResponse: ObservedResponse }
    const server = createServer(options, (request, response) => {
      if (!connections.add(response)) return
      const continueOnFullPath = () => handleByFastify(request, response)
      // Fastify closes connections during a graceful shutdown, when the server no longer listens. It also
      // rejects requests without a Host header and requests under overload.
      const isOrdinary =
        request.method === 'GET' && server.listening && request.headers.host !== undefined && !isOverloaded()
      if (isOrdinary && earlyHandlers.some((handle) => handle(request, response, continueOnFullPath))) return
      continueOnFullPath()
    })
    const connections = trackConnections(server, (response) => observe?.(toAccessRecord(response)))
    server.maxConnections = limits.maxConnections
    // The total size of the headers is limited already. Beyond a maximum number Node drops them silently.
    server.maxHeadersCount = 0
    return server
  }
}

/**
 * Logs connections that could not be accepted because of MAX_CONNECTIONS or a lack of file descriptors.
 * @param onDrop is called for each connection that was closed because there were too many
 */
export function reportServerErrors(server: Server, log: FastifyBaseLogger, onDrop = () => {}): void {
  const warn = atIntervals(LOG_INTERVAL_MS, (fields: object, message: string) => log.warn(fields, message))

  server.on('drop', () => {
    onDrop()
    warn(
      { maxConnections: server.maxConnections },
      'more connections than MAX_CONNECTIONS are closed at once',
    )
  })
  // Errors before the server listens are reported by the code that called `listen`.
  server.once('listening', () =>
    server.on('error', (error) => warn({ err: error }, 'a connection could not be accepted')),
  )
}
