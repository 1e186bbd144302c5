import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Duplex, finished } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorBody, HttpError } from '../errors.ts'
import { type Origins, originHeaders } from './cors.ts'
import { ALLOWED_METHODS } from './methods.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** What Node's HTTP parser refuses before there is a request, by its code; anything else is a 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The answer begun last on each connection, finished or not. */
export type LastAnswers = WeakMap<Duplex, ServerResponse>

interface Parts {
  readonly origins: Origins
  readonly lastAnswers: LastAnswers
}

/** What answers a request that has become none. */
export type RefuseBroken = (error: Error & { code?: string }, socket: Duplex, log: FastifyBaseLogger) => void

/**
 * Answers on the bare socket what cannot become a request, in the form of every other error, and logs it. What was
 * asked on the connection before has its answer first; if that is what is broken, in its body, it has no other.
 */
export function refuseBroken({ origins, lastAnswers }: Parts): RefuseBroken {
  const refused = new WeakSet<Duplex>()

  return (error, socket, log) => {
    // The parser complains of every further byte.
    if (refused.has(socket)) return
    refused.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
    const last = lastAnswers.get(socket)
    afterAnswer(last, () => {
      if (last?.req.complete === false) return end(socket, '')
      logRefusal(log, { status })
      endWithError(socket, status, originHeaders(undefined, origins))
    })
  }
}

/** Answers what Node itself would answer without a body, or wrongly: CONNECT, and expectations. */
export function answerUnusualRequests(app: FastifyInstance, { origins, lastAnswers }: Parts): void {
  function headersFor(request: IncomingMessage, status: number): OutgoingHttpHeaders {
    const requestId = requestIdOf(request)
    logRefusal(app.log, { status, method: request.method ?? null, requestId })
    return { ...originHeaders(request.headers.origin, origins), [REQUEST_ID_HEADER]: requestId }
  }

  app.server.on('connect', (request, socket) => {
    const headers = { ...headersFor(request, 405), allow: ALLOWED_METHODS }
    afterAnswer(lastAnswers.get(socket), () => endWithError(socket, 405, headers))
  })
  app.server.on('checkContinue', (request, response: ServerResponse) => {
    // No route wants a body. To ask for one, Node would write into the middle of an answer that has to wait for
    // another on its connection. Whether a body comes all the same, nobody can tell.
    response.shouldKeepAlive = false
    app.server.emit('request', request, response)
  })
  app.server.on('checkExpectation', (request, response: ServerResponse) => {
    const { head, body } = errorAnswer(417, headersFor(request, 417))
    response.writeHead(417, head).end(body)
  })
}

/** Pipelined requests are answered in their order. */
function afterAnswer(answer: ServerResponse | undefined, next: () => void): void {
  if (answer === undefined) next()
  else finished(answer, next)
}

interface Refused {
  readonly status: number
  readonly method?: string | null
  readonly requestId?: string
}

function logRefusal(log: FastifyBaseLogger, { status, method = null, requestId }: Refused): void {
  log.info({ requestId, method, route: null, status, durationMs: 0 }, 'request')
}

function endWithError(socket: Duplex, status: number, headers: OutgoingHttpHeaders): void {
  const { head, body } = errorAnswer(status, headers)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  end(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

function errorAnswer(status: number, headers: OutgoingHttpHeaders) {
  const body = JSON.stringify({ message: `${STATUS_CODES[status]}` } satisfies ErrorBody)
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

/**
 * Such a socket has lost the listeners of the HTTP server: without one of ours, a reset would end the process,
 * and without a word of ours it would stay half open for as long as the client likes.
 */
function end(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(text, () => socket.destroy())
}

/** A hook: HTTP/1.1 asks for a Host (RFC 9112 §3.2). */
export async function requireHost({ headers, raw }: FastifyRequest): Promise<void> {
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new HttpError(400, 'The Host header is missing')
  }
}
