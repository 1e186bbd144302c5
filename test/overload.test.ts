import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp, type Parts } from '../src/app.ts'
import { importDocument } from '../src/document/read.ts'
import { DEFAULT_LIMITS } from '../src/operations/limits.ts'
import { openMemory } from './support/database.ts'
import { device, KEY, menu } from './support/documents.ts'
import { PATIENT } from './support/service.ts'

const OTHER_KEY = 'another-key-of-the-house'

async function start(parts: Partial<Parts>) {
  const database = await openMemory()
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    devices: [device('d')],
    menus: [menu('m')],
    apiKeys: [KEY, OTHER_KEY].map((key) => ({
      key,
      name: key,
      user: 'ops',
      scopes: ['device:read'],
      menus: ['m'],
    })),
  })
  // A busy machine is no reason to turn a request away, unless the test is about just that.
  const app = await buildApp({ database, limits: PATIENT, ...parts })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  const ask = async (path: string, key?: string, headers: Record<string, string> = {}) => {
    const credentials = key ? { 'x-api-key': key, authorization: `Bearer ${key}` } : {}
    const answer = await fetch(`${address}${path}`, { headers: { ...credentials, ...headers } })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
  }
  const statuses = async (count: number, ...question: Parameters<typeof ask>) => {
    const found: number[] = []
    for (let n = 0; n < count; n++) found.push((await ask(...question)).status)
    return found
  }
  return { app, ask, database, statuses }
}

/** Keeps the event loop from turning, for most of a time. */
async function lag(forMs: number): Promise<void> {
  for (const endMs = Date.now() + forMs; Date.now() < endMs; ) {
    const stepEndMs = Date.now() + 150
    while (Date.now() < stepEndMs);
    await sleep(1)
  }
}

describe('beyond its limit of delay the service', async () => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const { ask } = await start({ logger, limits: { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 50 } })

  test('answers 503 with Retry-After, the short way too, says once which limit, and recovers', async () => {
    for (let n = 0; n < 2; n++) expect((await ask('/v1/menus', KEY)).status).toBe(200)
    await lag(1200)
    for (const path of ['/v1/menus', '/devices/d', '/v1/groups', '/nowhere']) {
      expect(await ask(path, KEY)).toEqual({
        status: 503,
        retryAfter: '1',
        body: { message: 'Service unavailable' },
      })
    }
    for (const path of ['/livez', '/readyz']) expect((await ask(path)).status).toBe(200)
    const said = lines.filter((line) => line.includes('overloaded')).map((line) => JSON.parse(line))
    expect(said).toMatchObject([{ level: 40, limit: 'eventLoopDelay', maxDelayMs: 50 }])
    expect(
      lines.filter((line) => line.includes('request failed')),
      'a stack for each would be more load',
    ).toEqual([])
    await sleep(1500)
    expect((await ask('/v1/menus', KEY)).status).toBe(200)
  })
})

describe('a limit of requests', () => {
  test('of each key: 429 with Retry-After, whichever the interface; other keys are not held up', async () => {
    const { ask, statuses } = await start({ rateLimits: { requestsPerMinute: 3, failuresPerMinute: 0 } })
    expect(await statuses(2, '/v1/menus', KEY)).toEqual([200, 200])
    expect(await statuses(2, '/devices/d', KEY)).toEqual([200, 429])
    const { retryAfter, body } = await ask('/v1/menus', KEY)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(Number(retryAfter)).toBeLessThanOrEqual(60)
    expect(body).toEqual({ message: 'Too many requests' })
    expect(await statuses(3, '/v1/menus', OTHER_KEY)).toEqual([200, 200, 200])
    expect(await statuses(5, '/v1/menus', 'wrong')).toEqual([401, 401, 401, 401, 401])
  })

  test('of each key, however many other keys have asked meanwhile', async () => {
    const others = Array.from({ length: 6000 }, (_, n) => `key-number-${n}-of-many`)
    const { app, database, statuses } = await start({
      rateLimits: { requestsPerMinute: 1, failuresPerMinute: 0 },
    })
    await importDocument(database, {
      apiKeys: others.map((key) => ({ key, name: key, user: 'ops', menus: ['m'] })),
    })
    expect(await statuses(1, '/v1/menus', KEY)).toEqual([200])
    for (const key of others) await app.inject({ url: '/v1/menus', headers: { 'x-api-key': key } })
    expect(await statuses(1, '/v1/menus', KEY)).toEqual([429])
  })

  test('of failures from one address: 429, and valid keys of that address are not held up', async () => {
    const { statuses } = await start({ rateLimits: { requestsPerMinute: 0, failuresPerMinute: 3 } })
    expect(await statuses(2, '/v1/menus', 'wrong')).toEqual([401, 401])
    expect(await statuses(1, '/v1/menus')).toEqual([401])
    expect(await statuses(2, '/devices/d', 'wrong too')).toEqual([429, 429])
    expect(await statuses(20, '/v1/menus', KEY)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await statuses(20, '/livez')).toEqual(Array.from({ length: 20 }, () => 200))
  })

  test.each([
    ['is believed', ['127.0.0.0/8'], [401, 401, 401, 401]],
    ['is not, unless it is a trusted proxy', [], [401, 401, 429, 429]],
  ])('who says by X-Forwarded-For who asks %s', async (_, trustedProxies, expected) => {
    const { ask } = await start({
      trustedProxies,
      rateLimits: { requestsPerMinute: 0, failuresPerMinute: 2 },
    })
    const statuses: number[] = []
    for (let n = 1; n <= 4; n++) {
      statuses.push((await ask('/v1/menus', 'wrong', { 'x-forwarded-for': `192.0.2.${n}` })).status)
    }
    expect(statuses).toEqual(expected)
  })
})
