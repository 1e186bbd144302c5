import { Agent, get as httpGet } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Keys } from './writer.ts'
import { DEVICES, deviceOf, MENUS } from './writer.ts'

/** The results so far. */
export interface Tally {
  readonly answers: Record<number, number>
  readonly faults: string[]
}

export interface Clients {
  readonly tally: Tally
  readonly stop: () => Promise<void>
}

/** Starts clients that send requests of many kinds, one after another, and check every response. */
export function createClients(port: number, count: number, keys: Keys): Clients {
  const tally: Tally = { answers: {}, faults: [] }
  const agent = new Agent({ keepAlive: true })
  let isOver = false
  const running = Array.from({ length: count }, async (_, client) => {
    for (let n = client; !isOver; n++) await askOnce(n)
  })

  async function askOnce(n: number): Promise<void> {
    const key = keys.current()
    const { path, headers } = question(n, key)
    try {
      const status = await ask({ port, agent, path, headers })
      tally.answers[status] = (tally.answers[status] ?? 0) + 1
      // A key may be revoked while a request is in flight.
      const isRevoked = status === 401 && key !== keys.current()
      if (status !== 200 && status !== 304 && !isRevoked) tally.faults.push(`${path}: ${status}`)
    } catch (error) {
      tally.faults.push(`${path}: ${String(error)}`)
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

function question(n: number, key: string): { path: string; headers: Record<string, string> } {
  const menu = `menu-${n % MENUS}`
  const paths = [
    `/v1/groups?menus=${menu}`,
    '/v1/menus',
    `/devices/${deviceOf(n % DEVICES)}`,
    `/v1/groups?menus=${menu}&depth=${n % 3}&page=${1 + (n % 2)}`,
    `/v1/menus/${menu}/groups/options`,
    `/v1/groups?tags=tag-${n % 7}`,
  ]
  const coding = n % 3 === 0 ? { 'Accept-Encoding': 'br, gzip' } : {}
  const condition = n % 5 === 0 ? { 'If-None-Match': '"nothing"' } : {}
  const path = paths[n % paths.length] ?? '/v1/menus'
  return { path, headers: { 'X-API-Key': key, Authorization: `Bearer ${key}`, ...coding, ...condition } }
}

interface Request {
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
function ask(request: Request): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpGet({ host: '127.0.0.1', ...request }, (answer) => {
      buffer(answer).then((body) => {
        if (body.length > 0 && answer.headers['content-encoding'] === undefined) JSON.parse(String(body))
        resolve(answer.statusCode ?? 0)
      }, reject)
    })
    sent.once('error', reject)
    sent.setTimeout(10_000, () => sent.destroy(new Error('no answer within 10 s')))
  })
}
