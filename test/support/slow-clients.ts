import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** A client that sends what it is told, and never ends its request. */
export interface SlowClient {
  /** What it has received so far. */
  readonly received: () => string
  /** The status of the response, or undefined while there is none. `100 Continue` is none. */
  readonly status: () => number | undefined
  /** Waits until the system has taken all that is to be sent, or the connection is closed. */
  readonly sent: () => Promise<unknown>
  readonly close: () => void
}

/** Connects, and sends parts one after another without waiting for a response. */
export function sendSlowly(address: string, ...parts: readonly (string | Buffer)[]): Promise<SlowClient> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    let received = ''
    const socket: Socket = connect(Number(port), hostname)
    const client: SlowClient = {
      received: () => received,
      status: () => statusIn(received),
      sent: () =>
        new Promise((resolve) => (socket.destroyed ? resolve(undefined) : socket.write('', resolve))),
      close: () => void socket.destroy(),
    }
    socket.setEncoding('latin1').on('data', (text) => {
      received += text
    })
    // The service may close the connection while the client still sends.
    socket.on('error', () => {})
    socket.once('connect', () => {
      for (const part of parts) socket.write(part)
    })
    socket.once('connect', () => resolve(client))
    socket.once('close', () => resolve(client))
  })
}

function statusIn(received: string): number | undefined {
  const [status] = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)]
    .map((match) => Number(match[1]))
    .filter((found) => found !== 100)
  return status
}

/** A request without its body. */
export function headOf(
  method = 'GET',
  path = '/',
  headers: Readonly<Record<string, string | number>>,
): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** The same text in chunks of one byte each (RFC 9112 §7.1), which take six times its size on the wire. */
export function inChunksOfOneByte(text: string): string {
  return [...text].map((character) => `1\r\n${character}\r\n`).join('')
}

/** The memory that a process has (RSS), in bytes. */
export function memoryOf(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
