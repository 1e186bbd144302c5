import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from './listen.ts'

/** What a proxy does to requests. A test may change it at any time. */
export interface Limits {
  /** How many levels are shown at most. */
  depth?: number
  /** How many entries a page has at most, of groups and of devices. */
  pageSize?: number
  /** The statuses of the next answers, such as 429; 200 is that of the service, 0 drops the connection, 1 drops it within the body. */
  failures?: number[]
  retryAfter?: string
  delayMs?: number
  /** Called with the path of each request before it is forwarded. */
  onRequest?: (path: string) => Promise<void> | void
  /** Answers instead of the service. */
  answer?: ((path: string, response: ServerResponse) => boolean) | undefined
}

/** A request as it arrived, and the status it was answered with. */
interface Seen {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  status: number
}

/** Starts a proxy before a service, which behaves like services with limits and like bad networks. */
export async function startLimitedProxy(target: string, limits: Limits = {}) {
  const seen: Seen[] = []
  let open = 0
  let mostOpen = 0

  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? ''
    const record: Seen = { path, headers: incoming.headers, status: 0 }
    seen.push(record)
    mostOpen = Math.max(mostOpen, ++open)
    response.once('close', () => {
      open -= 1
      record.status = response.statusCode
    })
    if (limits.delayMs) await sleep(limits.delayMs)
    // The client may not have waited that long.
    if (response.destroyed) return
    await limits.onRequest?.(path)
    if (limits.answer?.(path, response)) return
    const failure = limits.failures?.shift()
    if (failure === 0) incoming.destroy()
    else if (failure === 1)
      response.writeHead(200, { 'content-length': '1000' }).write('[', () => incoming.destroy())
    else if (failure !== undefined && failure !== 200) {
      response.writeHead(failure, limits.retryAfter === undefined ? {} : { 'retry-after': limits.retryAfter })
      response.end('{"message":"Later"}')
    } else forward(`${target}${limited(path, limits)}`, incoming, response)
  })
  const address = `http://127.0.0.1:${await listen(server)}`
  return { address, limits, seen, mostOpen: () => mostOpen }
}

function forward(url: string, incoming: IncomingMessage, response: ServerResponse): void {
  const outgoing = request(url, { headers: { ...incoming.headers, host: new URL(url).host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.once('error', () => response.destroy())
  outgoing.end()
}

/** The path with parameters that the limits allow. */
function limited(path: string, { depth, pageSize }: Limits): string {
  const url = new URL(path, 'http://localhost')
  const clamp = (name: string, most: number | undefined) => {
    if (most === undefined) return
    url.searchParams.set(name, `${Math.min(Number(url.searchParams.get(name) ?? most), most)}`)
  }
  if (url.pathname === '/v1/groups') {
    clamp('depth', depth)
    clamp('pageSize', pageSize)
  }
  if (url.pathname === '/devices') clamp('page_size', pageSize)
  return `${url.pathname}${url.search}`
}
