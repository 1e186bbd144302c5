import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** A response that can be changed before it is sent. */
interface PassedResponse {
  status: number
  readonly headers: Record<string, string>
  body: string
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path with its query. */
  readonly url: string
  /** How many requests the proxy had before this one. */
  readonly earlier: number
  /** Asks the service behind the proxy, changes its response if wanted, and sends it. */
  readonly pass: (change?: (passed: PassedResponse) => void) => Promise<void>
}

/**
 * Starts a server on this machine that handles each request as a test says, and that ends with the test file.
 * @param service the address of the service behind it
 * @returns its own address
 */
export async function startProxy(service: string, handle: (exchange: Exchange) => unknown): Promise<string> {
  let count = 0
  const server = createServer((request, response) => {
    const { url = '/' } = request
    const pass = (change?: (passed: PassedResponse) => void) => passOn(service, request, response, change)
    handle({ request, response, url, earlier: count++, pass })
  })
  return `http://127.0.0.1:${await listen(server)}`
}

/** Sends a byte now and then, without an end. */
export function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(timer))
}

async function passOn(
  service: string,
  { url = '/', method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
  change: (passed: PassedResponse) => void = () => {},
): Promise<void> {
  const names = ['x-api-key', 'authorization']
  const keys = names.flatMap((name): [string, string][] => [[name, `${headers[name] ?? ''}`]])
  const found = await fetch(service + url, { method, headers: keys.filter(([, value]) => value !== '') })
  const { 'content-length': _, 'content-encoding': __, ...rest } = Object.fromEntries(found.headers)
  const passed = { status: found.status, headers: rest, body: await found.text() }
  change(passed)
  response.writeHead(passed.status, passed.headers).end(passed.body)
}
