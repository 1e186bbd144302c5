import { setTimeout as sleep } from 'node:timers/promises'
import { closing, planExchange } from './exchanges.ts'
import { createRandom } from './random.ts'
import { toBytes } from './request.ts'
import type { Target } from './targets.ts'
import { exchange, holdsAnswers, splitAnswers } from './wire.ts'

/** What a run is made of: the same seed asks the same. */
export interface Run {
  readonly seed: number
  /** How many requests, valid and broken. */
  readonly requests: number
  readonly targets: readonly Target[]
  /** Is told now and then how many have been answered rightly. */
  readonly onProgress?: (answered: number) => void
}

/** What was sent, and what was wrong with the answer; the seed and the number of the exchange repeat it. */
export class FuzzFault extends Error {
  override name = 'FuzzFault'
}

/** How many exchanges are under way at a time. */
const LANES = 32

/**
 * Asks services what no client should ask, and holds every answer against what is promised of all answers.
 * @throws {FuzzFault} at the first that breaks a promise
 */
export async function fuzz({ seed, requests, targets, onProgress }: Run): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const before = await Promise.all(targets.map(askNormally))
  let sent = 0
  for (let round = 0; sent < requests; round++) {
    const lanes = Array.from({ length: LANES }, (_, lane) => round * LANES + lane)
    const counts = await Promise.all(lanes.map((number) => exchangeOne(number)))
    sent += counts.reduce((sum, count) => sum + count, 0)
    onProgress?.(sent)
  }
  const after = await Promise.all(targets.map(askNormally))
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new FuzzFault('A normal request is answered no more.')
  if (statuses.has(503) && !targets.some(({ wasOverloaded }) => wasOverloaded()))
    throw new FuzzFault('There was a 503, though nothing was overloaded.')
  await Promise.all(targets.map(askMetrics))
  return statuses

  async function exchangeOne(number: number): Promise<number> {
    const random = createRandom(Math.imul(seed, 0x9e3779b1) + number)
    const work = planExchange(random, random.pick(targets))
    try {
      const answers = await work.run()
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      throw new FuzzFault(
        `Seed ${seed}, exchange ${number}: ${text}\nSent: ${JSON.stringify(work.sent).slice(0, 4000)}`,
      )
    }
    return work.requests
  }
}

/** What every screen asks for. */
async function askNormally({ port, places }: Target): Promise<readonly unknown[]> {
  const { deviceBasePath, menuBasePath, keys } = places
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${keys[0]}`],
    ['X-API-Key', `${keys[0]}`],
  ]
  const ask = async (url: string, patience = 20): Promise<string> => {
    const request = closing({ method: 'GET', url, headers, body: '' })
    const { bytes } = await exchange(port, toBytes(request), (received) => holdsAnswers(received, ['GET'], 1))
    const [answer] = splitAnswers(bytes, ['GET'])
    // A process that lags behind says when to ask again.
    if (answer?.status === 503 && patience > 0) {
      await sleep(Number(answer.headers['retry-after']) * 1000)
      return ask(url, patience - 1)
    }
    if (answer?.status !== 200) throw new FuzzFault(`${url} is answered with ${answer?.status}, not 200.`)
    return answer.body
  }
  return [await ask(`${deviceBasePath}/devices/d`), await ask(`${menuBasePath}/v1/groups`)]
}

async function askMetrics({ metricsPort }: Target): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  if (status !== 200) throw new FuzzFault(`/metrics is answered with ${status}, not 200.`)
}
