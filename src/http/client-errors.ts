import { type IncomingMessage, type OutgoingHttpHeaders, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type AccessObserver, type ObservedResponse, refusalRecord } from './access-record.ts'
import type { Connections } from './connections.ts'
import { type Origins, originHeaders } from './cors.ts'
import { type ErrorBody, HttpError, METHOD_NOT_ALLOWED } from './errors.ts'
import { ALLOWED_METHODS } from './method-not-allowed.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** What Node's HTTP parser refuses before there is a request, by its code; anything else is a 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

interface Parts {
  readonly origins: Origins
  readonly connections: Connections
  readonly observe: AccessObserver
}

/** Answers what the HTTP parser refused. */
export type ClientErrorHandler = (error: Error & { readonly code?: string }, socket: Duplex) => void

/**
 * Answers on the bare socket what cannot become a request, in the form of every other error. Requests before it on
 * the connection are answered first; if the broken part is the body of one, that has no other answer.
 */
export function handleClientErrors({ origins, connections, observe }: Parts): ClientErrorHandler {
  const handled = new WeakSet<Duplex>()

  function refuse(socket: Duplex, status: number): void {
    if (!socket.writable) return void socket.destroy()
    observe(refusalRecord({ status }))
    endWithError(socket, status, STATUS_CODES[status], originHeaders(undefined, origins))
  }

  return (error, socket) => {
    // The parser reports an error again for every further byte.
    if (handled.has(socket)) return
    handled.add(socket)
    const last = connections.lastResponse(socket)
    if (error.code === 'ECONNRESET' || last?.isStream) return void socket.destroy()
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
    const end = () => (connections.isReadingBody(socket) ? socket.destroy() : refuse(socket, status))
    if (last === undefined) end()
    else last.once('close', end)
  }
}

/** Answers what Node itself would answer without a body, or wrongly: CONNECT, and expectations. */
export function answerUnusualRequests(server: Server, { origins, connections, observe }: Parts): void {
  function headersFor(request: IncomingMessage, requestId: string): OutgoingHttpHeaders {
    return { ...originHeaders(request.headers.origin, origins), [REQUEST_ID_HEADER]: requestId }
  }

  server.on('connect', (request, socket) => {
    // Node has removed its own listeners from the socket: without this one, a reset would end the process.
    socket.on('error', () => socket.destroy())
    // For the same reason a response before it would never be finished.
    if (connections.lastResponse(socket)) return void socket.destroy()
    const requestId = requestIdOf(request)
    observe(refusalRecord({ status: 405, method: request.method, requestId }))
    const headers = { ...headersFor(request, requestId), allow: ALLOWED_METHODS }
    endWithError(socket, 405, METHOD_NOT_ALLOWED, headers)
  })
  server.on('checkContinue', (request, response: ObservedResponse) => {
    // No route wants a body. To ask for one, Node would write into the middle of a response that has to wait for
    // another on its connection. Whether a body comes all the same is unknown, so the connection ends.
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response: ObservedResponse) => {
    if (!connections.add(response)) return
    response.requestId = requestIdOf(request)
    const { head, body } = errorResponse(STATUS_CODES[417], headersFor(request, response.requestId))
    response.writeHead(417, head).end(body)
  })
}

function endWithError(
  socket: Duplex,
  status: number,
  message: string | undefined,
  headers: OutgoingHttpHeaders,
): void {
  const { head, body } = errorResponse(message, headers)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  // Destroyed once it has left: the client might keep its half of the connection open for ever.
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}

function errorResponse(message = 'Bad Request', headers: OutgoingHttpHeaders) {
  const body = JSON.stringify({ message } satisfies ErrorBody)
  const head: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    ...SECURITY_HEADERS,
    ...headers,
  }
  return { head, body }
}

/** A hook: HTTP/1.1 asks for a Host (RFC 9112 §3.2). */
export async function requireHost({ headers, raw }: FastifyRequest): Promise<void> {
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new HttpError(400, 'The Host header is missing')
  }
}
