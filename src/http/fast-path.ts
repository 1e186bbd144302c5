import { createServer, type IncomingMessage, type OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyServerFactory } from 'fastify'
import { type AccessObserver, ObservedResponse, toAccessRecord } from './access-record.ts'
import { trackConnections } from './connections.ts'
import { type Limits, serverOptions } from './limits.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/**
 * Answers frequently repeated requests before they reach Fastify. It handles a request only if its response
 * is the same as that of the full path.
 * @param longWay passes the request on to the full path
 * @returns whether it has responded, or will respond or call `longWay` later
 */
export type FastPath = (request: IncomingMessage, response: ObservedResponse, longWay: () => void) => boolean

interface Parts {
  readonly fastPaths: readonly FastPath[]
  readonly limits: Limits
  readonly isOverloaded: () => boolean
  /** Called for each finished response; undefined if there are no observers. */
  readonly observe: AccessObserver | undefined
}

/** Creates the HTTP server as Fastify would, with fast paths in front. */
export function withFastPaths({ fastPaths, limits, isOverloaded, observe }: Parts): FastifyServerFactory {
  return (answer) => {
    // The full path rejects a request without a Host header, with the same body as every other error.
    const options = { ...serverOptions(limits), requireHostHeader: false, ServerResponse: ObservedResponse }
    const server = createServer(options, (request, response) => {
      if (!connections.add(response)) return
      const longWay = () => answer(request, response)
      // The full path closes connections during a graceful shutdown, when the server no longer listens. It
      // also rejects requests without a Host header and requests under overload.
      const isOrdinary =
        request.method === 'GET' && server.listening && request.headers.host !== undefined && !isOverloaded()
      if (!isOrdinary || !fastPaths.some((shortWay) => shortWay(request, response, longWay))) longWay()
    })
    const connections = trackConnections(server, (response) => observe?.(toAccessRecord(response)))
    server.maxConnections = limits.maxConnections
    // The total size of the headers is limited already. Beyond a maximum number Node drops them silently.
    server.maxHeadersCount = 0
    return server
  }
}

/**
 * The headers of a response except for its request id, to be sent again with an equal response. Names and
 * values alternate, as `writeHead` takes them.
 */
export function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || name === REQUEST_ID_HEADER ? [] : [name, value],
  )
}
