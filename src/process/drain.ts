import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { connectionsOf } from '../http/server/connections.ts'
import { untilAcceptQueueIsEmpty } from './accept-queue.ts'
import type { ShutdownPlan } from './shutdown.ts'

/** How often a graceful shutdown checks whether the last response has been sent. */
const CHECK_INTERVAL_MS = 10
/** Idle connections are kept for this time without requests, because a request may be in transit. */
const QUIET_MS = 500

interface DrainOptions {
  /** Ends the responses that would not end by themselves. */
  readonly endStreams?: () => void
  /** Rejects the requests that have no response yet. */
  readonly rejectWaiting?: () => void
}

/**
 * Creates the graceful shutdown of a server. It accepts no new connections, finishes all requests in flight, and only then closes
 * the connections. Requests that wait for too long are rejected. Clients that have not read their responses when the time is up
 * are disconnected.
 *
 * Fastify's own `close` either waits for idle connections or closes active ones: Node considers a connection idle although its
 * last response may not be sent completely. For this reason connections and their responses are tracked here.
 * @param app the app, before it listens
 */
export function createDrain(
  app: FastifyInstance,
  { endStreams = () => {}, rejectWaiting = () => {} }: DrainOptions = {},
) {
  const connections = connectionsOf(app.server)
  // A connection that Node considers idle may have a request in transit, or a response that is not sent completely.
  app.server.closeIdleConnections = () => {}

  return async ({ acceptQueueMs, rejectMs, drainMs }: ShutdownPlan): Promise<void> => {
    const startMs = performance.now()
    let hasRejected = false
    await untilAcceptQueueIsEmpty(app.server, acceptQueueMs)
    let lastRequestAtMs = performance.now()
    app.server.on('request', () => {
      lastRequestAtMs = performance.now()
    })
    app.server.close()
    // Streams end after the server has closed, because their clients would otherwise reconnect to it.
    endStreams()
    connections.drain()
    const isQuiet = () => connections.count() === 0 || performance.now() - lastRequestAtMs >= QUIET_MS
    while ((connections.isBusy() || !isQuiet()) && performance.now() - startMs < drainMs) {
      await sleep(CHECK_INTERVAL_MS)
      // On a busy machine the sleep may take long. Requests that arrived meanwhile are read before the next check.
      await setImmediate()
      if (!hasRejected && performance.now() - startMs >= rejectMs && connections.hasUnanswered()) {
        hasRejected = true
        rejectWaiting()
      }
    }
    if (connections.isBusy()) app.log.warn('closing connections of clients that do not read their responses')
    connections.destroyAll()
    // Node reports a server as closed before its last connections, whose responses are logged afterwards.
    while (connections.count() > 0) await sleep(CHECK_INTERVAL_MS)
    await app.close()
  }
}
