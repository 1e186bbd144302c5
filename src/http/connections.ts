import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ObservedResponse } from './access-record.ts'

/** The connections of a server, each with its responses that are not over. */
export interface Connections {
  /**
   * Takes a response into its connection until it is over.
   * @returns whether to go on with the request: behind a stream, which does not end, no request is ever answered
   */
  readonly add: (response: ObservedResponse) => boolean
  /** The response begun last on a connection, if it is not over. */
  readonly lastResponse: (socket: Duplex) => ObservedResponse | undefined
  /** Whether a connection is within the body of a request, which may have its response already. */
  readonly isReadingBody: (socket: Duplex) => boolean
  /** Lets each connection end with the responses that are on it now. */
  readonly drain: () => void
  /** Whether a response is not over, or has not left yet. */
  readonly isBusy: () => boolean
  readonly count: () => number
  readonly destroyAll: () => void
}

const trackedServers = new WeakMap<Server, Connections>()

/**
 * Owns whatever hangs on a connection, and gives it back when the connection closes. Node closes the response that
 * is being sent then, but not those that are pipelined behind it: they would never emit `close`, and whatever waits
 * for that (file streams, subscriptions) would stay for ever.
 * @param onClose is called once for each response, when it is over
 */
export function trackConnections(server: Server, onClose: (response: ObservedResponse) => void): Connections {
  const responsesOf = new Map<Duplex, Set<ObservedResponse>>()
  /** Requests that were answered before all of their body had come. */
  const unfinishedRequests = new WeakMap<Duplex, IncomingMessage>()
  let isDraining = false

  function forget(this: ObservedResponse): void {
    const { socket, complete } = this.req
    if (!responsesOf.get(socket)?.delete(this)) return
    if (!complete) unfinishedRequests.set(socket, this.req)
    onClose(this)
  }

  function release(socket: Socket): void {
    for (const response of responsesOf.get(socket) ?? []) {
      response.destroyed = true
      // A stream that is about to be piped to it looks at this first, as it would wait for the event in vain.
      Object.defineProperty(response, 'closed', { value: true })
      response.emit('close')
    }
    responsesOf.delete(socket)
  }

  server.on('connection', (socket) => {
    responsesOf.set(socket, new Set())
    // After Node's own listeners, which close the response that is being sent.
    socket.once('close', () => process.nextTick(release, socket))
  })

  const connections: Connections = {
    add(response) {
      const { socket } = response.req
      if (connections.lastResponse(socket)?.isStream) {
        socket.destroy()
        return false
      }
      responsesOf.get(socket)?.add(response)
      response.on('close', forget)
      if (isDraining) response.shouldKeepAlive = false
      return true
    },
    lastResponse(socket) {
      let last: ObservedResponse | undefined
      for (const response of responsesOf.get(socket) ?? []) last = response
      return last
    },
    isReadingBody: (socket) => unfinishedRequests.get(socket)?.complete === false,
    drain() {
      isDraining = true
      for (const responses of responsesOf.values())
        for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false
    },
    isBusy() {
      for (const [socket, responses] of responsesOf)
        if (responses.size > 0 || socket.writableLength > 0) return true
      return false
    },
    count: () => responsesOf.size,
    destroyAll() {
      for (const socket of responsesOf.keys()) socket.destroy()
    },
  }
  trackedServers.set(server, connections)
  return connections
}

/** The connections of a server that they are tracked of. */
export function connectionsOf(server: Server): Connections {
  const connections = trackedServers.get(server)
  if (connections === undefined) throw new TypeError('The connections of this server are not tracked.')
  return connections
}
