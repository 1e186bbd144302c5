import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'

/**
 * Makes the server as Fastify itself would, with a short way before it.
 * @param shortWay answers what it can; what it does not, it says so of, and goes to Fastify
 */
export function withShortWay(
  shortWay: (request: IncomingMessage, response: ServerResponse) => boolean,
): FastifyServerFactory {
  return (longWay, options) => {
    const server = createServer(options['http'] ?? {}, (request, response) => {
      // Once it is told to stop, the long way closes the connections.
      if (!server.listening || !shortWay(request, response)) longWay(request, response)
    })
    server.keepAliveTimeout = Number(options['keepAliveTimeout'])
    server.requestTimeout = Number(options['requestTimeout'])
    return server
  }
}
