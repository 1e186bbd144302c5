import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { listen } from './listen.ts'

const FOLDER = new URL('../fixtures/tls/', import.meta.url)
/** The path of the certificate of `startTls`, which a program must be told to trust. */
export const CERTIFICATE = new URL('certificate.pem', FOLDER).pathname

interface Asked {
  /** `CONNECT` and a host with its port, or another method and an address. */
  readonly what: string
  readonly headers: IncomingHttpHeaders
}

/** Starts a proxy, to which all names are those of servers on this machine. @param refusal the status with which it refuses all */
export async function startConnectProxy(ports: Readonly<Record<string, number>>, refusal?: number) {
  const asked: Asked[] = []
  const server = createServer((incoming, response) => {
    asked.push({ what: `${incoming.method} ${incoming.url}`, headers: incoming.headers })
    const { pathname, search, hostname } = new URL(incoming.url ?? '')
    const to = { port: ports[hostname], path: pathname + search, method: incoming.method }
    const passed = request({ host: '127.0.0.1', ...to, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(passed)
  })
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ what: `CONNECT ${url}`, headers })
    if (refusal === undefined) return tunnel(socket, ports[url.split(':')[0] ?? ''] ?? 0)
    socket.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`)
  })
  return { asked, port: await listen(server) }
}

/** Starts a server with the certificate. @returns its port */
export async function startTls(listener: RequestListener): Promise<number> {
  const file = (name: string) => readFileSync(new URL(name, FOLDER))
  return listen(createTlsServer({ cert: file('certificate.pem'), key: file('key.pem') }, listener))
}

function tunnel(socket: Duplex, port: number): void {
  const other = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.pipe(other).pipe(socket)
  })
  const close = () => [socket, other].forEach((one) => void one.destroy())
  socket.on('error', close).on('close', close)
  other.on('error', close).on('close', close)
}
