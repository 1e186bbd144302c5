import { connect, type Socket } from 'node:net'

export interface Received {
  readonly status: number
  readonly encoding: string | undefined
  readonly etag: string | undefined
  /** The value of any header. */
  readonly header: (name: string) => string | undefined
  /** As it was sent: encoded. */
  readonly bytes: Buffer
}

type Method = 'GET' | 'HEAD' | 'PATCH'

/** A connection to a server that sends one request after the other. */
export interface Connection {
  /** Sends a request without a body. The previous one must have its response. */
  readonly send: (method: Method, path: string, headers: Record<string, string>) => Promise<Received>
  /** Sends a GET. */
  readonly get: (path: string, headers: Record<string, string>) => Promise<Received>
  readonly close: () => void
}

interface Pending {
  readonly method: Method
  readonly resolve: (received: Received) => void
  readonly reject: (error: Error) => void
}

/**
 * Connects to a server with the first request, and again if the server has closed a connection without requests. Tens
 * of thousands of requests cost a fifth of what they cost with the client of Node.
 */
export function connectTo(address: string): Connection {
  const { host, hostname, port } = new URL(address)
  let socket: Socket | undefined
  let pending: Pending | undefined
  const open = () => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true })
    const fail = (error: Error) => pending?.reject(error)
    opened.on('error', fail).on('close', () => fail(new Error('the server closed the connection')))
    receive(opened, (received) => {
      const response = parse(received, pending?.method)
      if (response) pending?.resolve(response)
      if (response) pending = undefined
      return response !== undefined
    })
    return opened
  }
  const send: Connection['send'] = (method, path, headers) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return new Promise((resolve, reject) => {
      pending = { method, resolve, reject }
      if (!socket || socket.destroyed) socket = open()
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`)
    })
  }
  return {
    send,
    get: (path, headers) => send('GET', path, headers),
    close: () => socket?.destroy(),
  }
}

/** Collects what a socket receives until it was taken. @param take whether it took what was received so far */
function receive(socket: Socket, take: (received: Buffer) => boolean): void {
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    try {
      if (take(received)) received = Buffer.alloc(0)
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined)
    }
  })
}

const HEAD_END = '\r\n\r\n'

/** @returns undefined while the response is incomplete */
function parse(received: Buffer, method: Method | undefined): Received | undefined {
  const end = received.indexOf(HEAD_END)
  if (end === -1) return
  const head = received.toString('latin1', 0, end + 2)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  const bytes = received.subarray(end + HEAD_END.length)
  const length = status === 304 || method === 'HEAD' ? 0 : Number(headerOf(head, 'content-length'))
  // Also for a head without a length, which only a response in chunks would have.
  if (!(bytes.length <= length)) throw new Error(`${bytes.length} bytes follow ${head}`)
  if (bytes.length < length) return
  const header = (name: string) => headerOf(head, name)
  return { status, encoding: header('content-encoding'), etag: header('etag'), header, bytes }
}

function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1]
}
