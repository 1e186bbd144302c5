import { EventEmitter, once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** A way to a port of this machine that can fall silent. */
export interface Wire {
  readonly port: number
  /** From now on nothing comes through, and nobody is told. */
  readonly cut: () => void
  /** From now on questions come through, but no answers do until they are released. */
  readonly hold: () => void
  /** Waits until so many answers, or parts of them, are held. */
  readonly untilHeld: (count: number) => Promise<void>
  /** Lets all answers through, those that were held first. */
  readonly release: () => void
  readonly close: () => Promise<void>
}

export async function startWire(port: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const answers = holdableQueue()
  let isCut = false
  const connect = (from: Socket, to: Socket, pass: (deliver: () => void) => void) => {
    sockets.add(from)
    from.on('error', () => {})
    from.on('data', (chunk) => isCut || pass(() => to.write(chunk)))
    from.on('close', () => isCut || pass(() => to.destroy()))
  }
  const server = createServer((socket) => {
    const other = createConnection(port, '127.0.0.1')
    connect(socket, other, (deliver) => deliver())
    connect(other, socket, answers.pass)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return {
    port: address.port,
    cut: () => {
      isCut = true
    },
    hold: answers.hold,
    untilHeld: answers.untilHeld,
    release: answers.release,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Runs deliveries at once, or, while it is held, in their order once it is released. */
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
