import { EventEmitter, once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

/** A proxy to a local port that can stop passing data. */
export interface Wire {
  readonly port: number
  /** Stops passing data in both directions, without closing connections. */
  readonly cut: () => void
  /** Passes nothing more on the connections that there are, as a firewall that has forgotten them. New ones work. */
  readonly forget: () => void
  /** Passes requests, but holds responses until they are released. */
  readonly hold: () => void
  /** Waits until this number of responses, or parts of them, is held. */
  readonly untilHeld: (count: number) => Promise<void>
  /** Passes all responses, starting with those that were held. */
  readonly release: () => void
  readonly close: () => Promise<void>
}

export async function startWire(port: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const responses = holdableQueue()
  let isCut = false
  let forgotten = 0
  const connect = (from: Socket, to: Socket, pass: (deliver: () => void) => void) => {
    const generation = forgotten
    const isDead = () => isCut || generation < forgotten
    sockets.add(from)
    from.on('error', () => {})
    from.on('data', (chunk) => isDead() || pass(() => to.write(chunk)))
    from.on('close', () => isDead() || pass(() => to.destroy()))
  }
  const server = createServer((socket) => {
    const other = createConnection(port, '127.0.0.1')
    connect(socket, other, (deliver) => deliver())
    connect(other, socket, responses.pass)
  })
  return {
    port: await listen(server),
    cut: () => {
      isCut = true
    },
    forget: () => {
      forgotten++
    },
    hold: responses.hold,
    untilHeld: responses.untilHeld,
    release: responses.release,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Runs deliveries at once. While it is held, they run in their order after the release. */
function holdableQueue() {
  const events = new EventEmitter()
  const held: (() => void)[] = []
  let isHeld = false
  return {
    pass(deliver: () => void) {
      if (!isHeld) return deliver()
      held.push(deliver)
      events.emit('held')
    },
    hold() {
      isHeld = true
    },
    async untilHeld(count: number) {
      while (held.length < count) await once(events, 'held')
    },
    release() {
      isHeld = false
      for (const deliver of held.splice(0)) deliver()
    },
  }
}
