import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { connectionsOf } from '../http/connections.ts'
import { turnOnce } from './event-loop.ts'

/** How often a draining server looks whether its last answer has left. */
const CHECK_INTERVAL_MS = 10
/** For how long no request may have come before idle connections are closed: one may be on its way, from a busy client. */
const QUIET_MS = 500
/** The longest wait for an empty accept queue: under full load it may never be empty. */
const LONGEST_WAIT_MS = 1000

/** Drains a server within this time. */
export type Drain = (timeoutMs: number) => Promise<void>

/**
 * A drain accepts nothing new, finishes every request in flight, and only then closes the connections. Whoever has
 * not read their answer by the end of its time is cut off.
 *
 * Fastify's own `close` either waits for idle connections or cuts live ones, and Node takes an answer that was
 * ended but has not left yet for idle: so connections and their responses are looked at here.
 * @param app is about to listen
 * @param endStreams ends the answers that would not end by themselves
 */
export function createDrain(app: FastifyInstance, endStreams = () => {}): Drain {
  const connections = connectionsOf(app.server)
  let lastRequestAtMs = Number.NEGATIVE_INFINITY

  // What Node takes for idle may have a request on its way, or an answer that has not left yet.
  app.server.closeIdleConnections = () => {}

  return async (timeoutMs) => {
    const endMs = Date.now() + timeoutMs
    await untilNobodyWaits(app.server, Math.min(LONGEST_WAIT_MS, timeoutMs / 4))
    const noteRequest = () => {
      lastRequestAtMs = Date.now()
    }
    noteRequest()
    app.server.on('request', noteRequest)
    app.server.close()
    // Not before: their clients would come back here.
    endStreams()
    connections.drain()
    const isQuiet = () => connections.count() === 0 || Date.now() - lastRequestAtMs >= QUIET_MS
    while ((connections.isBusy() || !isQuiet()) && Date.now() < endMs) await sleep(CHECK_INTERVAL_MS)
    if (connections.isBusy()) app.log.warn('cutting off clients that do not read their answers')
    connections.destroyAll()
    // Node reports a server as closed before its last connections are, whose responses are logged then.
    while (connections.count() > 0) await sleep(CHECK_INTERVAL_MS)
    await app.close()
  }
}

async function untilNobodyWaits(server: Server, limitMs: number): Promise<void> {
  let accepted = 0
  const count = () => accepted++
  server.on('connection', count)
  const endMs = Date.now() + limitMs
  let isEmpty = false
  while (!isEmpty && Date.now() < endMs) {
    const before = accepted
    isEmpty = (await turnOnce()) && accepted === before
  }
  server.off('connection', count)
}
