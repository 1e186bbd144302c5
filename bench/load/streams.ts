import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Event streams that are open at the same time. */
export interface OpenStreams {
  /** Starts recording when each stream receives something. */
  readonly startRecording: () => void
  /** When each stream first received something since then, in milliseconds of `performance.now()`. */
  readonly receivedAtMs: () => readonly number[]
  readonly close: () => void
}

const CONCURRENT_OPENS = 50

/** Opens streams, several at a time, and waits until each of them has received its first data. */
export async function openStreams(
  port: number,
  count: number,
  requestOf: (index: number) => { readonly path: string; readonly key: string },
): Promise<OpenStreams> {
  const sockets: Socket[] = []
  const received = new Map<Socket, number>()
  while (sockets.length < count) {
    const opening = Array.from({ length: Math.min(CONCURRENT_OPENS, count - sockets.length) }, (_, n) =>
      open(sockets.length + n),
    )
    sockets.push(...(await Promise.all(opening)))
  }
  // The rest of the first event may still arrive.
  await sleep(1000)

  async function open(index: number): Promise<Socket> {
    const { path, key } = requestOf(index)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n\r\n`)
    await once(socket, 'data')
    socket.on('data', () => received.has(socket) || received.set(socket, performance.now()))
    return socket
  }

  return {
    startRecording: () => received.clear(),
    receivedAtMs: () => [...received.values()],
    close: () => sockets.forEach((socket) => void socket.destroy()),
  }
}
