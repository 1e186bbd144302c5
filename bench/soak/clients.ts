import { Agent, get as httpGet } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Keys } from './writer.ts'
import { DEVICES, deviceOf, MENUS } from './writer.ts'

/** The number of responses by status, and the errors so far. */
export interface Tally {
  readonly responses: Record<number, number>
  readonly errors: string[]
}

export interface Clients {
  readonly tally: Tally
  readonly stop: () => Promise<void>
}

/** Starts clients that send requests of many kinds, one after another, and check every response. */
export function createClients(port: number, count: number, keys: Keys): Clients {
  const tally: Tally = { responses: {}, errors: [] }
  const agent = new Agent({ keepAlive: true })
  let isOver = false
  const running = Array.from({ length: count }, async (_, client) => {
    for (let n = client; !isOver; n++) await sendOnce(n)
  })

  async function sendOnce(n: number): Promise<void> {
    const key = keys.current()
    const { path, headers } = requestAt(n, key)
    try {
      const status = await send({ port, agent, path, headers })
      tally.responses[status] = (tally.responses[status] ?? 0) + 1
      // A key may be revoked while a request is in flight.
      const isRevoked = status === 401 && key !== keys.current()
      if (status !== 200 && status !== 304 && !isRevoked) tally.errors.push(`${path}: ${status}`)
    } catch (error) {
      tally.errors.push(`${path}: ${String(error)}`)
    }
  }

  return {
    tally,
    async stop() {
      isOver = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}

function requestAt(n: number, key: string): { path: string; headers: Record<string, string> } {
  const menu = `menu-${n % MENUS}`
  const paths = [
    `/v1/groups?menus=${menu}`,
    '/v1/menus',
    `/devices/${deviceOf(n % DEVICES)}`,
    `/v1/groups?menus=${menu}&depth=${n % 3}&page=${1 + (n % 2)}`,
    `/v1/menus/${menu}/groups/options`,
    `/v1/groups?tags=tag-${n % 7}`,
  ]
  const encoding = n % 3 === 0 ? { 'Accept-Encoding': 'br, gzip' } : {}
  const condition = n % 5 === 0 ? { 'If-None-Match': '"nothing"' } : {}
  const path = paths[n % paths.length] ?? '/v1/menus'
  return { path, headers: { 'X-API-Key': key, Authorization: `Bearer ${key}`, ...encoding, ...condition } }
}

interface SoakRequest {
  readonly port: number
  readonly agent: Agent
  readonly path: string
  readonly headers: Record<string, string>
}

/**
 * Sends a request.
 * @returns the status of the response
 * @throws {Error} if the response is incomplete, or not JSON although it is not compressed
 */
function send(request: SoakRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpGet({ host: '127.0.0.1', ...request }, (response) => {
      buffer(response).then((body) => {
        if (body.length > 0 && response.headers['content-encoding'] === undefined) JSON.parse(String(body))
        resolve(response.statusCode ?? 0)
      }, reject)
    })
    sent.once('error', reject)
    sent.setTimeout(10_000, () => sent.destroy(new Error('no response within 10 s')))
  })
}
