import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** A way to a port of this machine that can fall silent. */
export interface Wire {
  readonly port: number
  /** From now on nothing comes through, and nobody is told. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

export async function startWire(port: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    const other = createConnection(port, '127.0.0.1')
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (chunk) => isCut || to.write(chunk))
      from.on('close', () => isCut || to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return {
    port: address.port,
    cut: () => {
      isCut = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
