import { createServer, type IncomingMessage, type OutgoingHttpHeader, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyServerFactory } from 'fastify'
import type { LastAnswers } from './broken-http.ts'
import { type Limits, serverOptions } from './limits.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import type { AnsweredRequest } from './request-log.ts'

/**
 * A way to answer a request before it reaches Fastify, for what is asked for over and over. Whatever it cannot
 * answer just as the long way would, it leaves to that.
 * @returns whether it has answered, or will, or will call `longWay`
 */
export type ShortWay = (request: IncomingMessage, response: ServerResponse, longWay: () => void) => boolean

/** Is told of each request that took the short way; undefined where nobody wants to know. */
export type ShortWayLog = ((answered: AnsweredRequest) => void) | undefined

interface Parts {
  readonly shortWays: readonly ShortWay[]
  readonly limits: Limits
  readonly lastAnswers: LastAnswers
  readonly isOverloaded: () => boolean
}

/** Makes the server as Fastify itself would, with short ways before it. */
export function withShortWays({ shortWays, limits, lastAnswers, isOverloaded }: Parts): FastifyServerFactory {
  return (answer) => {
    // A request without Host is refused by the long way, with a body like every other error.
    const options = { ...serverOptions(limits), requireHostHeader: false }
    const server = createServer(options, (request, response) => {
      lastAnswers.set(request.socket, response)
      const longWay = () => answer(request, response)
      // Once it is told to stop, the long way closes the connections. Without a Host, and under too much load, it
      // refuses.
      const isOrdinary =
        request.method === 'GET' && server.listening && request.headers.host !== undefined && !isOverloaded()
      if (!isOrdinary || !shortWays.some((shortWay) => shortWay(request, response, longWay))) longWay()
    })
    server.maxConnections = limits.maxConnections
    return server
  }
}

/** The headers of an answer, for an equal one: names and values in turn, as `writeHead` takes them. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || name === REQUEST_ID_HEADER ? [] : [name, value],
  )
}
