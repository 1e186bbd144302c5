import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { MEBIBYTE } from '../../lib/bytes.ts'
import { ServiceResponse } from '../service-response.ts'
import { connectionsOf } from './connections.ts'
import { createUnreadTally, UNREAD_LIMITS } from './unread-tally.ts'

declare module 'node:net' {
  interface Socket {
    /** Node has no documented way to tell how much of a large write the system has taken. */
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
}

const CHECK_INTERVAL_MS = 1000
/**
 * The check runs at once when new bodies, not counting streams, have this many bytes together: a burst of requests can end
 * before the next regular check.
 */
const MAX_UNCHECKED_BYTES = 4 * MEBIBYTE
/** The system takes bytes in large steps. Between two steps, a client that reads slowly seems idle. */
const STEP_MS = 10_000
/** Longer texts are converted to buffers. For a text, Node holds the text and a buffer of three bytes for each character. */
const LARGE_BYTES = 16 * 1024

/** Sets the body that a response holds until it is sent; a later call replaces it. A body that responses share is counted once. */
export function setUnreadBody(response: ServerResponse, body: Buffer): void {
  if (response instanceof ServiceResponse) response.unreadBody = body
}

/**
 * Limits the memory of responses that clients do not read, by key, or by network if there is no key. Node holds each response
 * until it is read, so a client that reads nothing could fill the memory. Each second, or after some MiB, connections are closed
 * until the limits are met. Those that have been idle longest are closed first, and among equals those that have read least.
 */
export function limitUnreadResponses(app: FastifyInstance): void {
  const connections = connectionsOf(app.server)
  const progress = new WeakMap<Duplex, Progress>()
  /** A body from the cache is sent many times, but takes its memory only once. */
  const knownBodies = new WeakSet<Buffer>()
  let uncheckedBytes = 0

  function check(): void {
    uncheckedBytes = 0
    const unread = [...connections.withUnreadData()].map(([socket, responses]) => {
      const current = progressOf(socket, progress.get(socket))
      progress.set(socket, current)
      const { takenBytes, lastTakenAtMs } = current
      return { socket, responses, takenBytes, idleMs: performance.now() - lastTakenAtMs }
    })
    const closed = beyondLimits(unread)
    for (const { socket } of closed) socket.destroy()
    if (closed.length > 0)
      app.log.warn({ limit: 'unread', connections: closed.length }, 'closed connections that are not read')
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.addHook('onSend', (request, { raw }, payload, done) => {
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isBody || payload.length < LARGE_BYTES || request.method === 'HEAD') return done()
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    setUnreadBody(raw, body)
    if (!knownBodies.has(body)) uncheckedBytes += body.length
    knownBodies.add(body)
    if (uncheckedBytes >= MAX_UNCHECKED_BYTES) check()
    done(null, body)
  })
}

/** A connection with the responses that it holds, how many bytes it has taken, and for how long it has taken none. */
interface UnreadConnection {
  readonly socket: Duplex
  readonly responses: readonly ServiceResponse[]
  readonly takenBytes: number
  readonly idleMs: number
}

/** The connections to close. */
function beyondLimits(unread: readonly UnreadConnection[]): UnreadConnection[] {
  const tally = createUnreadTally()
  const idleSteps = ({ idleMs }: UnreadConnection) => Math.floor(idleMs / STEP_MS)
  // Connections that are being read are counted first, and among them those that have read most. So they stay open.
  return unread
    .toSorted((one, other) => idleSteps(one) - idleSteps(other) || other.takenBytes - one.takenBytes)
    .filter(({ responses, idleMs }) => {
      for (const response of responses) tally.add(clientOf(response), response)
      return idleMs >= UNREAD_LIMITS.timeoutMs || responses.map(clientOf).some(tally.exceedsLimits)
    })
}

/** The id of the key of a request, or else the network of its client. */
function clientOf({ keyId, clientNetwork, req }: ServiceResponse): string {
  return keyId ?? clientNetwork() ?? req.socket.remoteAddress ?? ''
}

/** How many bytes of a connection the system has taken, and when a check last saw more than before. */
interface Progress {
  readonly takenBytes: number
  readonly lastTakenAtMs: number
}

function progressOf(socket: Duplex, last: Progress | undefined): Progress {
  const { bytesWritten = 0, writeQueueSize = 0 } = (socket instanceof Socket && socket._handle) || {}
  const takenBytes = bytesWritten - writeQueueSize
  const isIdle = socket.writableLength > 0 && last?.takenBytes === takenBytes
  return { takenBytes, lastTakenAtMs: isIdle ? last.lastTakenAtMs : performance.now() }
}
