import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { AppOptions } from '../src/app-options.ts'
import { importDocument } from '../src/documents/import.ts'
import { DEFAULT_LIMITS } from '../src/http/server/limits.ts'
import { createOverloadMonitor } from '../src/http/server/overload.ts'
import { openMemory } from './support/database.ts'
import { device, KEY, menu } from './support/documents.ts'
import { PATIENT } from './support/service.ts'

const OTHER_KEY = 'another-key-of-the-house'
const WITHOUT_SCOPE = 'a-key-without-a-scope'

async function start(parts: Partial<AppOptions>) {
  const database = await openMemory()
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    devices: [device('d')],
    menus: [menu('m')],
    apiKeys: [KEY, OTHER_KEY, WITHOUT_SCOPE].map((key) => ({
      key,
      name: key,
      user: 'ops',
      scopes: key === WITHOUT_SCOPE ? [] : ['device:read'],
      menus: ['m'],
    })),
  })
  // A busy machine must not cause a 503, except in the test of that limit.
  const app = await buildApp({ database, limits: PATIENT, ...parts })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  const send = (path: string, key?: string, { headers, ...options }: RequestInit = {}) => {
    const credentials = key ? { 'x-api-key': key, authorization: `Bearer ${key}` } : {}
    return fetch(`${address}${path}`, { headers: { ...credentials, ...headers }, ...options })
  }
  const getJson = async (path: string, key?: string, headers: Record<string, string> = {}) => {
    const response = await send(path, key, { headers })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
    }
  }
  const statuses = async (count: number, ...args: Parameters<typeof getJson>) => {
    const found: number[] = []
    for (let n = 0; n < count; n++) found.push((await getJson(...args)).status)
    return found
  }
  return { app, send, getJson, database, statuses }
}

/** Blocks the event loop for most of the given time. */
async function lag(forMs: number, turnMs = 150): Promise<void> {
  for (const endMs = Date.now() + forMs; Date.now() < endMs; ) {
    const stepEndMs = Date.now() + turnMs
    while (Date.now() < stepEndMs);
    await sleep(1)
  }
}

test('turns of the event loop that each take longer than the limit are an overload', async () => {
  const monitor = createOverloadMonitor(DEFAULT_LIMITS.maxEventLoopDelayMs)
  monitor.start()
  onTestFinished(monitor.stop)
  await lag(6000, 1500)
  expect(monitor.isOverloaded()).toBe(true)
})

describe('a service whose event loop is delayed beyond the limit', async () => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const { getJson } = await start({ logger, limits: { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 50 } })

  test('responds with 503 and Retry-After, also on the fast path, logs the limit once, and recovers', async () => {
    const status = async () => (await getJson('/v1/menus', KEY)).status
    for (let n = 0; n < 2; n++) await expect.poll(status).toBe(200)
    lines.length = 0
    await lag(1200)
    const paths = ['/v1/menus', '/devices/d', '/v1/groups', '/nowhere']
    for (const response of await Promise.all(paths.map((path) => getJson(path, KEY)))) {
      expect(response).toEqual({
        status: 503,
        retryAfter: '1',
        body: { message: 'Service unavailable' },
      })
    }
    for (const path of ['/livez', '/readyz']) expect((await getJson(path)).status).toBe(200)
    const logged = lines.filter((line) => line.includes('overloaded')).map((line) => JSON.parse(line))
    expect(logged).toMatchObject([{ level: 40, limit: 'eventLoopDelay', maxDelayMs: 50 }])
    expect(
      lines.filter((line) => line.includes('request failed')),
      'a stack trace for each request would add load',
    ).toEqual([])
    await expect.poll(status).toBe(200)
  })
})

test('what delays the event loop before the service listens is no overload', async () => {
  const database = await openMemory()
  const app = await buildApp({ database, limits: { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 50 } })
  await lag(1200)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`${address}/nowhere`)).status).toBe(404)
  await app.close()
  await database.close()
})

describe('a rate limit', () => {
  test('per key: 429 with Retry-After, for both interfaces together; other keys are not limited', async () => {
    const { getJson, statuses } = await start({ rateLimits: { requestsPerMinute: 3, failuresPerMinute: 0 } })
    expect(await statuses(2, '/v1/menus', KEY)).toEqual([200, 200])
    expect(await statuses(2, '/devices/d', KEY)).toEqual([200, 429])
    const { retryAfter, body } = await getJson('/v1/menus', KEY)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(Number(retryAfter)).toBeLessThanOrEqual(60)
    expect(body).toEqual({ message: 'Too many requests' })
    expect(await statuses(3, '/v1/menus', OTHER_KEY)).toEqual([200, 200, 200])
    expect(await statuses(5, '/v1/menus', 'wrong')).toEqual([401, 401, 401, 401, 401])
  })

  test.each([
    ['a device', 200, '/devices/d', {}],
    ['a list of devices', 200, '/devices', {}],
    ['groups', 200, '/v1/groups', {}],
    ['a stream token', 200, '/v1/stream-token', {}],
    ['HEAD', 200, '/v1/menus', { method: 'HEAD' }],
    ['a menu that has not changed', 304, '/v1/menus', { headers: { 'if-none-match': '*' } }],
    ['an invalid parameter', 400, '/v1/groups?page=x', {}],
    ['an unknown device', 404, '/devices/unknown', {}],
    ['an unknown menu', 404, '/v1/menus/unknown/groups/options', {}],
  ] as const)('counts %s: %s', async (_, status, path, options) => {
    const { send } = await start({ rateLimits: { requestsPerMinute: 2, failuresPerMinute: 0 } })
    for (const expected of [status, status, 429, 429]) {
      const response = await send(path, KEY, options)
      await response.text()
      expect(response.status).toBe(expected)
    }
  })

  test('counts requests of a key without the scope: 403', async () => {
    const { statuses } = await start({ rateLimits: { requestsPerMinute: 2, failuresPerMinute: 0 } })
    expect(await statuses(1, '/devices/d', WITHOUT_SCOPE)).toEqual([403])
    expect(await statuses(1, '/devices', WITHOUT_SCOPE)).toEqual([403])
    for (const path of ['/devices/d', '/devices', '/v1/menus']) {
      expect(await statuses(1, path, WITHOUT_SCOPE)).toEqual([429])
    }
  })

  test('per key: applies however many other keys send requests meanwhile', async () => {
    // All requests are sent within a minute, however slow the machine is.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
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

  test('for failures per address: 429, and valid keys from that address are not limited', async () => {
    const { statuses } = await start({ rateLimits: { requestsPerMinute: 0, failuresPerMinute: 3 } })
    expect(await statuses(2, '/v1/menus', 'wrong')).toEqual([401, 401])
    expect(await statuses(1, '/v1/menus')).toEqual([401])
    expect(await statuses(2, '/devices/d', 'wrong too')).toEqual([429, 429])
    expect(await statuses(20, '/v1/menus', KEY)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await statuses(20, '/livez')).toEqual(Array.from({ length: 20 }, () => 200))
  })

  test.each([
    ['names the client if it comes from a trusted proxy', ['127.0.0.0/8'], [401, 401, 401, 401]],
    ['is ignored if it comes from another address', [], [401, 401, 429, 429]],
  ])('per address: X-Forwarded-For %s', async (_, trustedProxies, expected) => {
    const { getJson } = await start({
      trustedProxies,
      rateLimits: { requestsPerMinute: 0, failuresPerMinute: 2 },
    })
    const statuses: number[] = []
    for (let n = 1; n <= 4; n++) {
      statuses.push((await getJson('/v1/menus', 'wrong', { 'x-forwarded-for': `192.0.2.${n}` })).status)
    }
    expect(statuses).toEqual(expected)
  })
})
