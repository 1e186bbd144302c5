import { createServer, type IncomingMessage, type OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyServerFactory } from 'fastify'
import { type AccessObserver, ObservedResponse, recordOf } from './access-record.ts'
import { trackConnections } from './connections.ts'
import { type Limits, serverOptions } from './limits.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/**
 * A way to answer a request before it reaches Fastify, for what is asked for over and over. Whatever it cannot
 * answer just as the long way would, it leaves to that.
 * @returns whether it has answered, or will, or will call `longWay`
 */
export type ShortWay = (request: IncomingMessage, response: ObservedResponse, longWay: () => void) => boolean

interface Parts {
  readonly shortWays: readonly ShortWay[]
  readonly limits: Limits
  readonly isOverloaded: () => boolean
  /** Is told of each response that is over; undefined where nobody wants to know. */
  readonly observe: AccessObserver | undefined
}

/** Makes the server as Fastify itself would, with short ways before it. */
export function withShortWays({ shortWays, limits, isOverloaded, observe }: Parts): FastifyServerFactory {
  return (answer) => {
    // A request without Host is refused by the long way, with a body like every other error.
    const options = { ...serverOptions(limits), requireHostHeader: false, ServerResponse: ObservedResponse }
    const server = createServer(options, (request, response) => {
      if (!connections.add(response)) return
      const longWay = () => answer(request, response)
      // Once it is told to stop, the long way closes the connections. Without a Host, and under too much load, it
      // refuses.
      const isOrdinary =
        request.method === 'GET' && server.listening && request.headers.host !== undefined && !isOverloaded()
      if (!isOrdinary || !shortWays.some((shortWay) => shortWay(request, response, longWay))) longWay()
    })
    const connections = trackConnections(server, (response) => observe?.(recordOf(response)))
    server.maxConnections = limits.maxConnections
    // The bytes of all headers are limited; beyond a number of them Node would drop the rest without a word.
    server.maxHeadersCount = 0
    return server
  }
}

/** The headers of an answer, for an equal one: names and values in turn, as `writeHead` takes them. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || name === REQUEST_ID_HEADER ? [] : [name, value],
  )
}
