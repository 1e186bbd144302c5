import { setTimeout as sleep } from 'node:timers/promises'
import { closing, planExchange } from './exchanges.ts'
import { createRandom } from './random.ts'
import { toBytes } from './request.ts'
import type { Target } from './targets.ts'
import { exchange, hasResponses, splitResponses } from './wire.ts'

/** The options of a run. The same seed sends the same requests. */
export interface Run {
  readonly seed: number
  /** The number of requests, valid and malformed. */
  readonly requests: number
  readonly targets: readonly Target[]
}

/** An incorrect response, with what was sent. The seed and the number of the exchange reproduce it. */
export class FuzzError extends Error {
  override name = 'FuzzError'
}

/** The number of exchanges that run at a time. */
const CONCURRENCY = 32

/**
 * Sends valid and malformed requests to services, and checks every response against the guarantees for all responses.
 * @throws {FuzzError} at the first response that breaks a guarantee
 */
export async function fuzz({ seed, requests, targets }: Run): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const before = await Promise.all(targets.map(getNormally))
  let sent = 0
  for (let round = 0; sent < requests; round++) {
    const numbers = Array.from({ length: CONCURRENCY }, (_, index) => round * CONCURRENCY + index)
    const counts = await Promise.all(numbers.map((number) => exchangeOne(number)))
    sent += counts.reduce((sum, count) => sum + count, 0)
  }
  const after = await Promise.all(targets.map(getNormally))
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new FuzzError('A normal request no longer gets the same response.')
  if (statuses.has(503) && !targets.some(({ wasOverloaded }) => wasOverloaded()))
    throw new FuzzError('A response was 503, but no service was overloaded.')
  await Promise.all(targets.map(checkMetrics))
  return statuses

  async function exchangeOne(number: number): Promise<number> {
    const random = createRandom(Math.imul(seed, 0x9e3779b1) + number)
    const planned = planExchange(random, random.pick(targets))
    try {
      const responses = await planned.run()
      for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      throw new FuzzError(
        `Seed ${seed}, exchange ${number}: ${text}\nSent: ${JSON.stringify(planned.sent).slice(0, 4000)}`,
      )
    }
    return planned.requests
  }
}

/** Sends the requests that every screen sends. @returns the response bodies */
async function getNormally({ port, places }: Target): Promise<readonly unknown[]> {
  const { deviceBasePath, menuBasePath, keys } = places
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${keys[0]}`],
    ['X-API-Key', `${keys[0]}`],
  ]
  const get = async (url: string, retries = 20): Promise<string> => {
    const request = closing({ method: 'GET', url, headers, body: '' })
    const { bytes } = await exchange(port, toBytes(request), (received) => hasResponses(received, ['GET'], 1))
    const [response] = splitResponses(bytes, ['GET'])
    // An overloaded process states when to retry.
    if (response?.status === 503 && retries > 0) {
      await sleep(Number(response.headers['retry-after']) * 1000)
      return get(url, retries - 1)
    }
    if (response?.status !== 200) throw new FuzzError(`${url} returned ${response?.status} instead of 200.`)
    return response.body
  }
  return [await get(`${deviceBasePath}/devices/d`), await get(`${menuBasePath}/v1/groups`)]
}

async function checkMetrics({ metricsPort }: Target): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  if (status !== 200) throw new FuzzError(`/metrics returned ${status} instead of 200.`)
}
