import type { ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How often a draining server looks whether its last answer has left. */
const CHECK_INTERVAL_MS = 10

/**
 * Watches the connections of a server that is about to listen. The function it returns drains the server: it
 * accepts nothing new, finishes every request in flight, and only then closes the connections. Whoever has not
 * read their answer by the deadline is cut off.
 *
 * Fastify's own `close` either waits for idle connections or cuts live ones, and Node takes an answer that was
 * ended but has not left yet for idle: so connections and answers are counted here.
 */
export function watchConnections(app: FastifyInstance, deadlineMs: number): () => Promise<void> {
  const sockets = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let draining = false

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.on('request', (_request, answer: ServerResponse) => {
    answers.add(answer)
    answer.once('close', () => answers.delete(answer))
    if (draining) answer.setHeader('connection', 'close')
  })

  return async () => {
    draining = true
    // The method of the TCP server stops the listening and leaves the connections alone; that of the HTTP
    // server would destroy those that it takes for idle.
    TcpServer.prototype.close.call(app.server)
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('connection', 'close')
    const end = Date.now() + deadlineMs
    while (answers.size > 0 && Date.now() < end) await sleep(CHECK_INTERVAL_MS)
    if (answers.size > 0) app.log.warn({ answers: answers.size }, 'cutting off answers that nobody reads')
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
}
