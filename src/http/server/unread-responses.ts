import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { atMostEvery } from '../../lib/time/at-most-every.ts'
import { type HttpError, serviceUnavailable } from '../http-error.ts'
import { ServiceResponse } from '../service-response.ts'
import { type Connections, connectionsOf } from './connections.ts'
import { createUnreadTally, UNREAD_LIMITS } from './unread-tally.ts'

declare module 'node:net' {
  interface Socket {
    /** Node has no documented way to tell how much of a large write the system has taken. */
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
}

const CHECK_INTERVAL_MS = 1000
/** The check runs at once when new bodies have this many bytes together. */
const UNCHECKED_BYTES = 4 * 1024 * 1024
/**
 * Longer texts are converted to buffers: Node would hold a text, and three bytes for each of its characters, until it is sent.
 */
const LARGE_BYTES = 16 * 1024

/**
 * Limits the memory of responses that clients do not read, by key, or by network if there is no key. Node holds each response
 * until it is read, so a client that reads nothing could fill the memory.
 */
export type UnreadResponses = ReturnType<typeof createUnreadResponses>

export function createUnreadResponses() {
  let connections: Connections | undefined
  /** The keys and networks that leave too much unread, as of the last check. */
  let refused: ReadonlySet<string> = new Set()
  let uncheckedBytes = 0
  let warn = () => {}
  const known = new WeakSet<Buffer>()
  const progress = new WeakMap<Duplex, Progress>()
  const idleMsOf = (socket: Duplex) => (progress.get(socket)?.idleChecks ?? 0) * CHECK_INTERVAL_MS

  /** Counts the unsent bytes, beginning with the connections that have just read, and closes those that do not read. */
  function check(): void {
    uncheckedBytes = 0
    const tally = createUnreadTally(UNREAD_LIMITS)
    const waiting = [...(connections?.withUnsentData() ?? [])]
    for (const [socket, responses] of waiting.sort(([one], [other]) => idleMsOf(one) - idleMsOf(other))) {
      for (const response of responses) tally.add(clientOf(response), response)
      const isTooMuch = responses.some((response) => tally.isUsedUp(clientOf(response)))
      if (idleMsOf(socket) >= (isTooMuch ? UNREAD_LIMITS.shortTimeoutMs : UNREAD_LIMITS.timeoutMs))
        socket.destroy()
    }
    refused = tally.usedUp()
    if (refused.size > 0) warn()
  }

  function checkRegularly(): void {
    for (const [socket] of connections?.withUnsentData() ?? [])
      progress.set(socket, progressOf(socket, progress.get(socket)))
    check()
  }

  function isRefused(response: ServerResponse): boolean {
    if (refused.size === 0 || !(response instanceof ServiceResponse)) return false
    return !response.isProbe && refused.has(clientOf(response))
  }

  /** Whether this body may wait to be sent to the client. If so, the body is counted until it is sent. */
  function admits(response: ServerResponse, body: Buffer): boolean {
    if (!(response instanceof ServiceResponse)) return true
    if (!known.has(body)) uncheckedBytes += body.length
    known.add(body)
    if (uncheckedBytes >= UNCHECKED_BYTES) check()
    const isCompressed = response.body !== undefined && !response.isStream
    if (!isCompressed && isRefused(response)) return false
    response.body = body
    return true
  }

  return {
    isKeyRefused: (keyId: string) => refused.has(keyId),
    /** @throws {HttpError} 503 if a client leaves too much unread */
    refuse({ raw }: FastifyReply): void {
      if (isRefused(raw)) throw serviceUnavailable()
    },
    admits,
    /** @throws {HttpError} 503 if the client leaves too much unread to be sent this body */
    admit(reply: FastifyReply, body: Buffer): void {
      if (!admits(reply.raw, body)) throw withoutBody(reply)
    },
    /** Watches the connections of an app, and refuses requests of keys and networks that leave too much unread. */
    watch(app: FastifyInstance): void {
      connections = connectionsOf(app.server)
      warn = atMostEvery(CHECK_INTERVAL_MS, () =>
        app.log.warn(
          { limit: 'unread', clients: refused.size },
          'responses are not read, responding with 503',
        ),
      )
      const timer = setInterval(checkRegularly, CHECK_INTERVAL_MS).unref()
      app.addHook('onClose', async () => clearInterval(timer))
      app.addHook('preParsing', (_request, { raw }, _payload, done) =>
        done(isRefused(raw) ? serviceUnavailable() : null),
      )
    },
    /** Counts the large bodies that an app sends. */
    watchBodies(app: FastifyInstance): void {
      app.addHook('onSend', (request, reply, payload, done) => {
        const isBody = typeof payload === 'string' || Buffer.isBuffer(payload)
        if (!isBody || payload.length < LARGE_BYTES || request.method === 'HEAD') return done()
        const body = typeof payload === 'string' ? Buffer.from(payload) : payload
        const isAdmitted = admits(reply.raw, body)
        if (!isAdmitted && request.method === 'GET') return done(withoutBody(reply))
        // The change was made, so an error status would be wrong.
        if (!isAdmitted) request.raw.socket.destroy()
        done(null, body)
      })
    },
  }
}

function withoutBody(reply: FastifyReply): HttpError {
  for (const name of ['etag', 'content-encoding']) reply.removeHeader(name)
  return serviceUnavailable()
}

/** The id of the key of a request, or else the network that it comes from. */
function clientOf({ keyId, network, req }: ServiceResponse): string {
  return keyId ?? network() ?? req.socket.remoteAddress ?? ''
}

/** How many bytes of a connection the system has taken, and for how many checks this has not changed. */
interface Progress {
  readonly takenBytes: number
  readonly idleChecks: number
}

function progressOf(socket: Duplex, last: Progress | undefined): Progress {
  const { bytesWritten = 0, writeQueueSize = 0 } = (socket instanceof Socket && socket._handle) || {}
  const takenBytes = bytesWritten - writeQueueSize
  const isIdle = socket.writableLength > 0 && last?.takenBytes === takenBytes
  return { takenBytes, idleChecks: isIdle ? last.idleChecks + 1 : 0 }
}
