import { type IncomingMessage, type OutgoingHttpHeaders, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { SECURITY_HEADERS } from '../common-headers.ts'
import { type Origins, originHeaders } from '../cors.ts'
import { type ErrorBody, HttpError, METHOD_NOT_ALLOWED, NO_STORE } from '../http-error.ts'
import { READING_METHODS } from '../method-not-allowed.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../request-id.ts'
import { type ResponseObserver, toRejectionRecord } from '../response-record.ts'
import type { ServiceResponse } from '../service-response.ts'
import { connectionsOf } from './connections.ts'

/** The status for input that Node rejects before it is a request, by error code. Other codes are a 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The Allow header of the 405 to CONNECT, which has no path. */
const ALLOW_OF_CONNECT = READING_METHODS.join(', ')

/** How often to check whether the handler reads the broken body. */
const BODY_CHECK_INTERVAL_MS = 20

/**
 * Creates a handler of errors of Node's HTTP parser. It writes an error response to the socket for input that cannot become a
 * request, in the same form as other errors. Earlier requests on the connection get their responses first. If the malformed input is
 * the body of a request that has a response already, no second response is sent.
 */
export function createClientErrorHandler(origins: Origins, observe: ResponseObserver) {
  const handled = new WeakSet<Duplex>()

  function reject(socket: Duplex, status: number): void {
    if (!socket.writable) return void socket.destroy()
    observe(toRejectionRecord(status))
    endWithError(socket, status, originHeaders(undefined, origins))
  }

  return function (this: FastifyInstance, { code = '' }: { readonly code?: string }, socket: Duplex): void {
    // The parser reports the same error again for every further byte.
    if (handled.has(socket)) return
    handled.add(socket)
    const connections = connectionsOf(this.server)
    const last = connections.lastResponse(socket)
    if (code === 'ECONNRESET' || last?.isStream) return void socket.destroy()
    const status = STATUS_BY_CODE[code] ?? 400
    const end = () =>
      connections.isReceivingAnsweredRequest(socket) ? socket.destroy() : reject(socket, status)
    if (last === undefined) end()
    else last.once('close', end)
    if (last?.req.complete === false) failBody(last, status)
  }
}

/** Makes reading the body fail, because the rest will not arrive. Otherwise the handler would wait until the client disconnects. */
function failBody(response: ServiceResponse, status: number): void {
  const { req, closed } = response
  if (closed) return
  if (req.listenerCount('error') > 0) {
    response.shouldKeepAlive = false
    req.emit('error', new HttpError(status, STATUS_CODES[status] ?? 'Bad Request'))
  } else {
    // The handler does not read the body yet, or never will.
    setTimeout(failBody, BODY_CHECK_INTERVAL_MS, response, status)
  }
}

/** Responds to requests to which Node would respond without a body, or wrongly: CONNECT, and the Expect header. */
export function handleUnusualRequests(server: Server, origins: Origins, observe: ResponseObserver): void {
  const connections = connectionsOf(server)

  function headersFor(request: IncomingMessage, requestId: string): OutgoingHttpHeaders {
    return { ...originHeaders(request.headers.origin, origins), [REQUEST_ID_HEADER]: requestId }
  }

  server.on('connect', (request, socket) => {
    // Node has removed its listeners from the socket. Without this one, a reset would end the process.
    socket.on('error', () => socket.destroy())
    // Node no longer handles this connection, so an earlier response on it would never be finished.
    if (connections.lastResponse(socket)) return void socket.destroy()
    const requestId = requestIdOf(request)
    observe(toRejectionRecord(405, request.method, requestId))
    const headers = { ...headersFor(request, requestId), allow: ALLOW_OF_CONNECT }
    endWithError(socket, 405, headers, METHOD_NOT_ALLOWED)
  })
  server.on('checkContinue', (request, response: ServiceResponse) => {
    // A route that needs the body sends `100 Continue`. The client may send the body without that, too, so the connection is closed.
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response: ServiceResponse) => {
    if (!connections.add(response)) return
    response.requestId = requestIdOf(request)
    const { head, body } = errorResponse(STATUS_CODES[417], headersFor(request, response.requestId))
    response.writeHead(417, head).end(body)
  })
}

function endWithError(socket: Duplex, status: number, headers: OutgoingHttpHeaders, message?: string): void {
  const { head, body } = errorResponse(message ?? STATUS_CODES[status], headers)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  // Destroy the socket once the response is sent: the client might never close its half of the connection.
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}

function errorResponse(message = 'Bad Request', headers: OutgoingHttpHeaders) {
  const body = JSON.stringify({ message } satisfies ErrorBody)
  const head: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...NO_STORE,
    ...SECURITY_HEADERS,
    ...headers,
  }
  return { head, body }
}
