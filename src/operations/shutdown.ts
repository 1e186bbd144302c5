import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { turnOnce } from './turns.ts'

/** How often a draining server looks whether its last answer has left. */
const CHECK_INTERVAL_MS = 10
/** For how long no request may have come before idle connections are closed: one may be on its way, from a busy client. */
const QUIET_MS = 500
/** For how long at most a moment is waited for at which nobody waits to be accepted: under full load there may be none. */
const LONGEST_WAIT_MS = 1000

/**
 * Watches the connections of a server that is about to listen. The function it returns drains the server: it
 * accepts nothing new, finishes every request in flight, and only then closes the connections. Whoever has not
 * read their answer by the deadline is cut off.
 *
 * Fastify's own `close` either waits for idle connections or cuts live ones, and Node takes an answer that was
 * ended but has not left yet for idle: so connections and answers are counted here.
 * @param endStreams ends the answers that would not end by themselves
 */
export function watchConnections(
  app: FastifyInstance,
  deadlineMs: number,
  endStreams = () => {},
): () => Promise<void> {
  const sockets = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let draining = false
  let lastRequestAtMs = 0
  function forget(this: ServerResponse): void {
    answers.delete(this)
  }

  // What Node takes for idle may have a request on its way, or an answer that has not left yet.
  app.server.closeIdleConnections = () => {}
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.on('request', (_request, answer: ServerResponse) => {
    if (draining) lastRequestAtMs = Date.now()
    // What took the short way is over, but for bytes that its connection still holds.
    if (answer.writableEnded) return
    answers.add(answer)
    answer.on('close', forget)
    if (draining) answer.setHeader('connection', 'close')
  })

  return async () => {
    await untilNobodyWaits(app.server, Math.min(LONGEST_WAIT_MS, deadlineMs / 4))
    draining = true
    lastRequestAtMs = Date.now()
    app.server.close()
    // Not before: their clients would come back here.
    endStreams()
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('connection', 'close')
    const end = Date.now() + deadlineMs
    const isBusy = () => answers.size > 0 || [...sockets].some(({ writableLength }) => writableLength > 0)
    const isQuiet = () => sockets.size === 0 || Date.now() - lastRequestAtMs >= QUIET_MS
    while ((isBusy() || !isQuiet()) && Date.now() < end) await sleep(CHECK_INTERVAL_MS)
    if (isBusy()) app.log.warn('cutting off clients that do not read their answers')
    for (const socket of sockets) socket.destroy()
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
