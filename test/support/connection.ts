import { connect } from 'node:net'

export interface Received {
  readonly status: number
  readonly encoding: string | undefined
  readonly etag: string | undefined
  /** As it was sent: encoded. */
  readonly bytes: Buffer
}

/** A connection to a server that sends one request after the other. */
export interface Connection {
  /** Sends a GET. The previous one must have its response. */
  readonly get: (path: string, headers: Record<string, string>) => Promise<Received>
  readonly close: () => void
}

interface Pending {
  readonly resolve: (received: Received) => void
  readonly reject: (error: Error) => void
}

/** Connects to a server. Tens of thousands of requests cost a fifth of what they cost with the client of Node. */
export function connectTo(address: string): Connection {
  const { host, hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let pending: Pending | undefined
  let received: Buffer = Buffer.alloc(0)
  const fail = (error: Error) => pending?.reject(error)
  socket.on('error', fail).on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    try {
      const response = parse(received)
      if (!response) return
      received = Buffer.alloc(0)
      pending?.resolve(response)
      pending = undefined
    } catch (error) {
      fail(error as Error)
      socket.destroy()
    }
  })
  return {
    get(path, headers) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      return new Promise((resolve, reject) => {
        if (socket.destroyed) throw new Error('the connection is closed')
        pending = { resolve, reject }
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`)
      })
    },
    close: () => socket.destroy(),
  }
}

const HEAD_END = '\r\n\r\n'

/** @returns undefined while the response is incomplete */
function parse(received: Buffer): Received | undefined {
  const end = received.indexOf(HEAD_END)
  if (end === -1) return
  const head = received.toString('latin1', 0, end + 2)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  const bytes = received.subarray(end + HEAD_END.length)
  const length = status === 304 ? 0 : Number(headerOf(head, 'content-length'))
  // Also for a head without a length, which only a response in chunks would have.
  if (!(bytes.length <= length)) throw new Error(`${bytes.length} bytes follow ${head}`)
  if (bytes.length < length) return
  return { status, encoding: headerOf(head, 'content-encoding'), etag: headerOf(head, 'etag'), bytes }
}

function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)\r$`, 'im').exec(head)?.[1]
}
