import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BodyAllowance, createBodyBudget } from './body-budget.ts'
import { MAX_MENU_BYTES } from './body-limits.ts'
import { incompleteError, readBytes, tooLargeError } from './read-bytes.ts'

/**
 * Closing a connection while the client still sends can lose the response. So a refused body up to this size is received and
 * discarded.
 */
const MAX_DISCARDED_BYTES = 4 * MAX_MENU_BYTES
/** The first buffer for a body of unknown length. */
const FIRST_BYTES = 1024

/**
 * Reads the bodies of all routes of a plugin as bytes, up to the `bodyLimit` of the route. A larger body is 413.
 * A body is read only if its key is valid, which hooks of the routes check before, and if there is room for it.
 */
export function readBodies(app: FastifyInstance, keyIdOf: (request: FastifyRequest) => string): void {
  const createAllowance = createBodyBudget()
  const allowances = new WeakMap<FastifyRequest, BodyAllowance>()
  /** A body is in memory until the handler has responded and the connection has let go of the response, in either order. */
  const releaseOnSecondCall = new WeakMap<FastifyRequest, () => void>()

  app.addHook('preParsing', async (request, reply) => {
    const bytes = expectedBytes(request)
    if (bytes === 0) return
    // If the connection closed during the look-up of the key, `close` does not come again to release the allowance.
    if (reply.raw.destroyed) throw incompleteError()
    const allowance = createAllowance(keyIdOf(request))
    const end = onSecondCall(allowance.release)
    allowances.set(request, allowance)
    releaseOnSecondCall.set(request, end)
    reply.raw.once('close', end)
    try {
      if (bytes > request.routeOptions.bodyLimit) throw tooLargeError()
      allowance.take(bytes)
    } catch (error) {
      if (!isDiscardable(request)) reply.header('connection', 'close')
      throw error
    }
    // The client asks first whether to send its body (RFC 9110 §10.1.1).
    if (request.headers.expect !== undefined) reply.raw.writeContinue()
  })
  app.addHook('onSend', async (request) => releaseOnSecondCall.get(request)?.())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, stream: IncomingMessage) =>
    readBytes(stream, {
      firstBytes: expectedBytes(request),
      maxBytes: request.routeOptions.bodyLimit,
      take: (bytes) => allowances.get(request)?.take(bytes),
    }),
  )
}

function onSecondCall(work: () => void): () => void {
  let calls = 0
  return () => {
    if (++calls === 2) work()
  }
}

/** The size of the body, or the first part of it if its size is unknown. */
function expectedBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : FIRST_BYTES
}

function isDiscardable({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= MAX_DISCARDED_BYTES
}
