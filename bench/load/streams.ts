import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Streams of changes that are open at the same time. */
export interface OpenStreams {
  /** Starts to record when each stream receives something. */
  readonly listen: () => void
  /** When each stream first received something since then, in milliseconds of `performance.now()`. */
  readonly heardAtMs: () => readonly number[]
  readonly close: () => void
}

const AT_ONCE = 50

/** Opens streams, several at a time, and waits until each of them has received its first data. */
export async function openStreams(
  port: number,
  path: string,
  key: string,
  count: number,
): Promise<OpenStreams> {
  const request = `GET ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n\r\n`
  const sockets: Socket[] = []
  const heard = new Map<Socket, number>()
  while (sockets.length < count) {
    const opening = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () => open())
    sockets.push(...(await Promise.all(opening)))
  }
  // Waits for the rest of the first data.
  await sleep(1000)

  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(request)
    await once(socket, 'data')
    socket.on('data', () => heard.has(socket) || heard.set(socket, performance.now()))
    return socket
  }

  return {
    listen: () => heard.clear(),
    heardAtMs: () => [...heard.values()],
    close: () => sockets.forEach((socket) => void socket.destroy()),
  }
}
