import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ServiceResponse } from '../service-response.ts'

/** The connections of a server, and the unfinished responses on each. */
export type Connections = ReturnType<typeof trackConnections>

const trackedServers = new WeakMap<Server, Connections>()

/**
 * Tracks the responses on each connection, and closes all of them when the connection closes. Node closes
 * only the response that is being sent. The ones pipelined behind it would never emit `close`, and the
 * resources that wait for that event (file streams, subscriptions) would never be released.
 * @param onClose is called once for each response, when it is finished
 */
export function trackConnections(server: Server, onClose: (response: ServiceResponse) => void) {
  const responsesOf = new Map<Duplex, Set<ServiceResponse>>()
  /** Requests that had a response before their whole body had arrived. */
  const unfinishedRequests = new WeakMap<Duplex, IncomingMessage>()
  let isDraining = false

  function forget(this: ServiceResponse): void {
    const { socket, complete } = this.req
    if (!responsesOf.get(socket)?.delete(this)) return
    if (!complete) unfinishedRequests.set(socket, this.req)
    onClose(this)
  }

  function release(socket: Socket): void {
    for (const response of responsesOf.get(socket) ?? []) {
      response.destroyed = true
      // A stream that is piped to the response later has missed the event, but checks this property first.
      Object.defineProperty(response, 'closed', { value: true })
      response.emit('close')
    }
    responsesOf.delete(socket)
  }

  function lastResponse(socket: Duplex): ServiceResponse | undefined {
    let last: ServiceResponse | undefined
    for (const response of responsesOf.get(socket) ?? []) last = response
    return last
  }

  server.on('connection', (socket) => {
    responsesOf.set(socket, new Set())
    // This runs after Node's own listeners, which close the response that is being sent.
    socket.once('close', () => process.nextTick(release, socket))
  })

  const connections = {
    /**
     * Tracks a response until it closes. A request behind a stream could never get a response: its connection is destroyed, and the
     * result is false.
     */
    add(response: ServiceResponse): boolean {
      const { socket } = response.req
      if (lastResponse(socket)?.isStream) {
        socket.destroy()
        return false
      }
      responsesOf.get(socket)?.add(response)
      response.on('close', forget)
      if (isDraining) response.shouldKeepAlive = false
      return true
    },
    /** The most recent unfinished response on a connection. */
    lastResponse,
    /** Whether a connection is still receiving the body of a request that has a response already. */
    isReceivingAnsweredRequest: (socket: Duplex) => unfinishedRequests.get(socket)?.complete === false,
    /** Starts a graceful shutdown: each connection closes after its responses. */
    drain() {
      isDraining = true
      for (const responses of responsesOf.values())
        for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false
    },
    /** Whether any response is unfinished, or has not been sent completely. */
    isBusy() {
      for (const [socket, responses] of responsesOf)
        if (responses.size > 0 || socket.writableLength > 0) return true
      return false
    },
    /** Whether any request has no response yet. */
    hasUnanswered() {
      for (const responses of responsesOf.values())
        for (const response of responses) if (!response.headersSent) return true
      return false
    },
    /** The connections with unread data, each with its responses whose body is unread. */
    *withUnreadData(): Generator<readonly [Duplex, readonly ServiceResponse[]]> {
      for (const [socket, responses] of responsesOf) {
        if (socket.destroyed || (responses.size === 0 && socket.writableLength === 0)) continue
        const unread = [...responses].filter(hasUnreadBody)
        if (unread.length > 0 || socket.writableLength > 0) yield [socket, unread]
      }
    },
    count: () => responsesOf.size,
    destroyAll() {
      for (const socket of responsesOf.keys()) socket.destroy()
    },
  }
  trackedServers.set(server, connections)
  return connections
}

function hasUnreadBody({ unreadBody, headersSent, writableLength }: ServiceResponse): boolean {
  return writableLength > 0 || (unreadBody !== undefined && !headersSent)
}

/** The tracked connections of a server. @throws {TypeError} if the server is not tracked */
export function connectionsOf(server: Server): Connections {
  const connections = trackedServers.get(server)
  if (connections === undefined) throw new TypeError('The connections of this server are not tracked.')
  return connections
}
