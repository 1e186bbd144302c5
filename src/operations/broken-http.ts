import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorBody, HttpError } from '../errors.ts'

/** What Node's HTTP parser refuses before there is a request, by its code; anything else is a 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers on the bare socket what cannot become a request, in the form of every other error, and logs it. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Duplex,
  log: FastifyBaseLogger,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
  logRefusal(log, status)
  endWithError(socket, status)
}

/** Answers what Node itself would answer without a body: CONNECT, and an expectation that it does not know. */
export function answerUnusualRequests(app: FastifyInstance): void {
  app.server.on('connect', ({ method }, socket) => {
    logRefusal(app.log, 405, method)
    endWithError(socket, 405, ['Allow: GET, HEAD, OPTIONS'])
  })
  app.server.on('checkExpectation', ({ method, socket }) => {
    logRefusal(app.log, 417, method)
    endWithError(socket, 417)
  })
}

function logRefusal(log: FastifyBaseLogger, status: number, method: string | null = null): void {
  log.info({ method, route: null, status, durationMs: 0 }, 'request')
}

function endWithError(socket: Duplex, status: number, headers: readonly string[] = []): void {
  const reason = STATUS_CODES[status]
  const body = JSON.stringify({ message: `${reason}` } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Access-Control-Allow-Origin: *',
    'Connection: close',
    ...headers,
  ]
  // Such a socket has lost the listeners of the HTTP server: without one of ours, a reset would end the process,
  // and without a word of ours it would stay half open for as long as the client likes.
  socket.on('error', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** A hook: HTTP/1.1 asks for a Host (RFC 9112 §3.2). */
export async function requireHost({ headers, raw }: FastifyRequest): Promise<void> {
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new HttpError(400, 'The Host header is missing')
  }
}
