import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { AppOptions } from '../src/app-options.ts'
import { importDocument } from '../src/documents/import.ts'
import { toRejectionRecord } from '../src/http/response-record.ts'
import { connectionsOf } from '../src/http/server/connections.ts'
import { DEFAULT_LIMITS } from '../src/http/server/limits.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { observeResponses } from '../src/metrics/observe-responses.ts'
import type { Query } from '../src/storage/database.ts'
import { openMemory } from './support/database.ts'
import { device, devicesDocument, KEY, menu, withBearer, withKey } from './support/documents.ts'

async function listen(parts: Partial<AppOptions>) {
  const database = await openMemory()
  await importDocument(database, {
    ...devicesDocument(device('d')),
    menus: [menu('m')],
    apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read'], menus: ['m'] }],
  })
  const app = await buildApp({ database, limits: { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 0 }, ...parts })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    app.server.closeAllConnections()
    await app.close()
    await database.close()
  })
  return address
}

test.each([
  '/v1/groups?menus=secret&tags=secret',
  '/v1/menus/secret/groups/options',
  '/devices/secret',
  '/devices?ids=secret',
  '/v1/menus?secret',
  '/secret',
])('the log contains no part of the path %s and its query', async (path) => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const address = await listen({ logger })
  // Twice, because the fast path logs the second one.
  for (let n = 0; n < 2; n++)
    await (await fetch(address + path, { headers: { ...withKey, ...withBearer } })).text()
  await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(2)
  expect(lines.join('')).not.toContain('secret')
})

test('metrics that throw keep nothing from the log, and a log that throws causes no exception', () => {
  const logged: unknown[] = []
  const fail = () => {
    throw new Error('broken')
  }
  const metrics = { ...createMetrics(), observe: fail }
  const record = toRejectionRecord(200, 'GET')
  const logger = pino({ base: null }, { write: (line: string) => logged.push(line) })
  const observe = observeResponses({ logger, metrics })
  for (const _ of [1, 2]) observe(record)
  expect(logged).toHaveLength(3)
  const observeBroken = observeResponses({ logger: pino({ base: null }, { write: fail }), metrics })
  expect(() => observeBroken?.(record)).not.toThrow()
})

test('a log and metrics that throw affect no response, and are reported once', async () => {
  const logged: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => logged.push(line) })
  logger.info = (_fields: unknown, message?: string) => {
    if (message === 'request') throw new Error('no log')
  }
  const metrics = createMetrics()
  const failing = {
    ...metrics,
    observe: () => {
      throw new Error('no metrics')
    },
  }
  const address = await listen({ logger, metrics: failing })
  for (const path of ['/v1/menus', '/v1/menus', '/devices/d', '/devices/d', '/nothing', '/%zz', '/livez']) {
    const response = await fetch(`${address}${path}`, { headers: { ...withKey, ...withBearer } })
    expect(response.status, path).toBe({ '/nothing': 404, '/%zz': 400 }[path] ?? 200)
  }
  expect(logged.filter((line) => line.includes('could not be logged or counted'))).toHaveLength(1)
})

describe('the response record of a response', async () => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const address = await listen({ logger })
  const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')

  test('is the same on the fast path as through Fastify', async () => {
    for (const path of ['/v1/menus', '/devices/d']) {
      lines.length = 0
      for (let n = 0; n < 3; n++)
        await (await fetch(`${address}${path}`, { headers: { ...withKey, ...withBearer } })).text()
      await expect.poll(() => requests().length).toBe(3)
      const [first, ...others] = requests().map(({ time, durationMs, requestId, ...rest }) => rest)
      expect(first).toMatchObject({ status: 200, keyId: expect.stringMatching(/^key_/), method: 'GET' })
      for (const other of others) expect(other).toEqual(first)
    }
  })

  test('is not logged for health probes', async () => {
    lines.length = 0
    for (const path of ['/livez', '/v1/menus']) await (await fetch(address + path)).text()
    await expect.poll(() => requests()).toMatchObject([{ route: '/v1/menus' }])
  })
})

test('a client without a valid key that disconnects during the lookup has status 499, and is no error', async () => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const database = await openMemory()
  let socket = new Socket()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  /** Returns the rows after the client has disconnected. */
  async function all<Row>(query: Query): Promise<Row[]> {
    const rows = await database.all<Row>(query)
    socket.resetAndDestroy()
    await expect.poll(() => connectionsOf(app.server).count()).toBe(0)
    setTimeout(finish, 20)
    return rows
  }
  const app = await buildApp({ database: { ...database, all }, logger })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  socket.write('GET /v1/menus HTTP/1.1\r\nHost: x\r\nX-API-Key: unknown\r\n\r\n')
  await finished
  await app.close()
  await database.close()
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(requests).toMatchObject([{ status: 499, aborted: true, method: 'GET' }])
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('connections beyond MAX_CONNECTIONS are all counted, and logged once', async () => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const metrics = createMetrics()
  const address = await listen({ logger, metrics, limits: { ...DEFAULT_LIMITS, maxConnections: 1 } })
  const open = () => connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
  const first = open()
  await once(first, 'connect')
  const others = [open(), open(), open()]
  await Promise.all(others.map((socket) => once(socket, 'close')))
  first.destroy()
  expect(await metrics.registry.metrics()).toContain('signage_connections_dropped_total 3')
  expect(lines.filter((line) => line.includes('MAX_CONNECTIONS'))).toHaveLength(1)
})
