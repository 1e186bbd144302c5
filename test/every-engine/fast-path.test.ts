import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { AppOptions } from '../../src/app-options.ts'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { importDocument } from '../../src/documents/import.ts'
import { changeItemNow } from '../../src/menu/write/change-item.ts'
import type { Database } from '../../src/storage/database.ts'
import { StorageUnavailableError } from '../../src/storage/database.ts'
import { openMemory } from '../support/database.ts'
import { device, group, item, KEY, menu, menusDocument, withBearer, withKey } from '../support/documents.ts'
import { NOW, PATIENT, startInProcess } from '../support/service.ts'

const items = Array.from({ length: 40 }, (_, n) => item(`i${n}`, { price: n }))
const menus = menusDocument(menu('a', { groups: [group('a1', { items })] }), menu('b'))
const [boards] = menus.apiKeys
const apiKey = { ...boards, key: KEY, name: 'all', user: 'ops', scopes: ['device:read'] }
const document = {
  ...menus,
  devices: [
    device('d1', { last_heartbeat_at: new Date(NOW - 120_000).toISOString() }),
    device('c4:23:60:91:c0:6c', { name: 'Föyer "2" \u2028' }),
    device('published', { access: [{ user: 'ops', level: 'publish' }] }),
    device('nobody', { access: [] }),
  ],
  apiKeys: [apiKey],
}
const EXPIRING = 'a-key-that-ends-within-the-hour'
const expiring = { ...apiKey, key: EXPIRING, expiresAt: new Date(NOW + 3_600_000).toISOString() }

const requestIds: string[] = []

/** Starts a service that counts the database lookups of the full path. */
async function listen(parts: Partial<AppOptions> = {}) {
  const database = await openMemory()
  await importDocument(database, { ...document, apiKeys: [apiKey, expiring] }, { clock: () => NOW })
  let lookups = 0
  const counted: Database = {
    ...database,
    all: (query) => {
      lookups++
      return database.all(query)
    },
    get: (query) => {
      if (query.sql.includes('api_keys')) lookups++
      return database.get(query)
    },
  }
  const app = await buildApp({ database: counted, clock: () => NOW, limits: PATIENT, ...parts })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const before = lookups
    const response = await exchange(`${address}${path}`, { 'x-api-key': KEY, ...headers }, method)
    requestIds.push(response.id)
    const { id: _, ...rest } = response
    return { ...rest, isFast: lookups === before && response.status < 400 }
  }
  return { app, database, counted, send }
}

interface ReceivedResponse {
  readonly status: number
  readonly headers: NodeJS.Dict<unknown>
  readonly body: string
  /** The id of the request. */
  readonly id: string
}

/** Sends one request on its own connection. */
function exchange(url: string, headers: Record<string, string>, method: string) {
  return new Promise<ReceivedResponse>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (response) => {
      const { date: _, 'x-request-id': id, ...rest } = response.headers
      resolve({
        status: Number(response.statusCode),
        headers: rest,
        body: await text(response),
        id: String(id),
      })
    })
    sent.on('error', reject).end()
  })
}

const { send, database } = await listen()

describe('a repeated request, with no commit in between', () => {
  test.each([
    ['/v1/groups?menus=a', {}],
    ['/v1/groups?menus=a', { 'accept-encoding': 'br' }],
    ['/v1/groups?tags=none', { origin: 'https://board.example' }],
    ['/v1/menus', {}],
    ['/v1/menus/options', {}],
    ['/v1/menus/a/groups/options', {}],
  ])('%s %j: gets the same response without a lookup, or a 304', async (path, headers) => {
    const { isFast: isFirstFast, ...first } = await send(path, headers)
    const { isFast: isSecondFast, ...second } = await send(path, headers)
    expect([isFirstFast, isSecondFast]).toEqual([false, true])
    expect(second).toEqual(first)
    const etag = String(first.headers['etag'])
    const { isFast, ...unchanged } = await send(path, { ...headers, 'if-none-match': `"other", W/${etag}` })
    expect([unchanged.status, unchanged.body, isFast]).toEqual([304, '', true])
    const { 'content-type': _, 'content-length': __, 'content-encoding': ___, ...common } = first.headers
    expect(unchanged.headers).toEqual(common)
  })
})

test('a heartbeat does not end the fast path of menus or of a device, whose response has the new heartbeat', async () => {
  const path = '/v1/groups?menus=a&depth=1'
  await send(path)
  await send('/devices/d1', withBearer)
  for (const at of ['2026-01-15T11:59:00Z', '2026-01-15T11:59:30Z']) {
    await storeHeartbeats(database, [{ deviceId: 'd1', at }], NOW)
    expect(await send(path)).toMatchObject({ status: 200, isFast: true })
    const device = await send('/devices/d1', withBearer)
    expect(device.isFast).toBe(true)
    expect(JSON.parse(device.body).last_heartbeat_at).toBe(at)
  }
})

describe('the fast path is not taken', () => {
  const path = '/v1/groups?menus=a'
  const warm = () => send(path)

  test('for a URL that is too long', async () => {
    const { send } = await listen({ limits: { ...PATIENT, maxUrlBytes: 20 } })
    await send('/devices/d1', withBearer)
    expect((await send('/devices/c4:23:60:91:c0:6c', withBearer)).status).toBe(414)
  })

  test('after a change: the next response contains it', async () => {
    for (const inStock of [false, true, false]) {
      await warm()
      await changeItemNow(database, { menuId: 'a', itemId: 'item-i0' }, { inStock }, { nowMs: NOW })
      const response = await send(path)
      expect(response.isFast).toBe(false)
      expect(JSON.parse(response.body).groups[0].items[0].inStock).toBe(inStock)
    }
  })

  test('for an unknown or empty key, another content encoding, path or method, or a CORS preflight', async () => {
    await warm()
    expect((await send(path, { 'x-api-key': 'unknown' })).status).toBe(401)
    expect((await send(path, { 'x-api-key': '' })).status).toBe(401)
    expect((await send(path, { 'x-api-key': `${KEY} ` })).status).toBe(200)
    expect((await send(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await send('/v1/groups?menus=b')).body).toContain('"total":0')
    expect((await send(path, {}, 'POST')).status).toBe(405)
    expect(await send(path, {}, 'HEAD')).toMatchObject({ status: 200, body: '', isFast: false })
    const preflight = { origin: 'https://board.example', 'access-control-request-method': 'GET' }
    expect((await send(path, preflight, 'OPTIONS')).status).toBe(204)
  })

  test('for a key that has expired, although nothing was committed', async () => {
    let nowMs = NOW
    const service = await listen({ clock: () => nowMs })
    const sendExpiring = () => service.send(path, { 'x-api-key': EXPIRING })
    await sendExpiring()
    expect(await sendExpiring()).toMatchObject({ status: 200, isFast: true })
    nowMs = NOW + 3_599_999
    expect(await sendExpiring()).toMatchObject({ status: 200, isFast: true })
    nowMs = NOW + 3_600_000
    expect((await sendExpiring()).status).toBe(401)
  })

  test('if the database is unavailable: 503', async () => {
    const database = await openMemory()
    await importDocument(database, document)
    let isUnavailable = false
    const fail = () => {
      throw new StorageUnavailableError('gone')
    }
    const flaky = { ...database, contentVersion: () => (isUnavailable ? fail() : database.contentVersion()) }
    const { send } = await listen({ database: flaky })
    await send(path)
    expect((await send(path)).status).toBe(200)
    isUnavailable = true
    expect((await send(path)).status).toBe(503)
    await database.close()
  })

  test('after its headers were sent: a response that fails then is not sent a second time', async () => {
    const contentVersion = 1
    const database = await openMemory()
    await importDocument(database, document)
    const { app, send } = await listen({
      database: { ...database, contentVersion: async () => contentVersion },
    })
    expect((await send(path)).status).toBe(200)
    const writes: number[] = []
    app.server.prependListener('request', (_, response) => {
      const { writeHead } = response
      response.writeHead = (...parameters) => {
        writes.push(parameters[0])
        Reflect.apply(writeHead, response, parameters)
        response.destroy()
        throw new Error('failed')
      }
    })
    await expect(send(path)).rejects.toThrow('socket hang up')
    await sleep(50)
    expect(writes).toEqual([200])
    await database.close()
  })

  test('if the cache is disabled', async () => {
    const { send } = await listen({ cacheMaxBytes: 0 })
    for (let n = 0; n < 3; n++) expect(await send(path)).toMatchObject({ status: 200, isFast: false })
  })
})

test('only pages of allowed origins get Access-Control-Allow-Origin', async () => {
  const { send } = await listen({ corsOrigin: ['https://a.example'] })
  for (const origin of ['https://a.example', 'https://b.example', 'https://a.example', 'https://b.example']) {
    const { headers } = await send('/v1/menus', { origin })
    expect(headers['access-control-allow-origin']).toBe(origin === 'https://a.example' ? origin : undefined)
    expect(headers['vary']).toBe('Origin, Accept-Encoding, X-API-Key')
  }
})

test('each response has the X-Request-ID of its request if that is valid, or else a new one', async () => {
  const given = { 'x-request-id': 'from-the.balancer:1' }
  for (const [path, headers] of [
    ['/v1/menus', {}],
    ['/devices/d1', withBearer],
  ] as const) {
    for (let n = 0; n < 3; n++) {
      await send(path, { ...headers, ...given })
      expect(requestIds.at(-1)).toBe('from-the.balancer:1')
    }
    for (const id of ['with space', 'x'.repeat(200), '<script>']) {
      await send(path, { ...headers, 'x-request-id': id })
      expect(requestIds.at(-1)).toMatch(/^[\w-]{8}-[0-9a-z]+$/)
    }
  }
  const own = requestIds.filter((id) => id !== 'from-the.balancer:1')
  expect(new Set(own).size).toBe(own.length)
})

test.each([
  ['/v1/menus', {}],
  ['/devices/d1', withBearer],
])('a request on the fast path is logged like one on the full path: %s', async (path, headers) => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const { send } = await listen({ logger })
  for (let n = 0; n < 2; n++) await send(path, headers)
  await expect.poll(() => lines.filter((line) => line.includes('"request"')).length).toBe(2)
  const [full, fast] = lines.filter((line) => line.includes('"request"')).map((line) => JSON.parse(line))
  expect(Object.keys(fast).sort()).toEqual(Object.keys(full).sort())
  const changing = { time: 0, requestId: '', durationMs: 0 }
  expect({ ...fast, ...changing }).toEqual({ ...full, ...changing })
  expect(fast.requestId).not.toBe(full.requestId)
})

describe('a repeated request for a device', () => {
  const getDevice = (id: string, headers: Record<string, string> = {}) =>
    send(`/devices/${id}`, { ...withBearer, ...headers })

  test.each(['d1', 'c4:23:60:91:c0:6c', 'C4-23-60-91-C0-6C'])(
    '%s: gets the same response without a key lookup',
    async (id) => {
      await database.batch([{ script: "UPDATE users SET name = 'y'" }])
      const { isFast: isFirstFast, ...first } = await getDevice(id)
      const { isFast: isSecondFast, ...second } = await getDevice(id)
      expect([isFirstFast, isSecondFast]).toEqual([false, true])
      expect(second).toEqual(first)
      expect(first.status).toBe(200)
    },
  )

  test('gets the same 404 if the device may not be read or is missing; other forms of the URL take the full path', async () => {
    await getDevice('d1')
    for (const id of ['published', 'nobody', 'missing', '%20', 'd1?', 'd1/', 'd1%31', '__proto__']) {
      const { status, body } = await getDevice(id)
      if (id === 'd1?' || id === 'd1/') expect(status).toBe(200)
      else expect([status, JSON.parse(body).message]).toEqual([404, 'Device not found'])
    }
    const list = await getDevice('')
    expect([list.status, JSON.parse(list.body).total]).toEqual([200, 2])
  })

  test('does not take an id that is percent-encoded or followed by a query string literally', async () => {
    const strange = await listen()
    const devices = ['ab', 'a%62', 'ab?x=1'].map((id) => device(id, { name: id }))
    await importDocument(strange.database, { devices }, { clock: () => NOW })
    for (const id of ['ab', 'a%62', 'ab?x=1']) {
      for (let n = 0; n < 2; n++) {
        const { body } = await strange.send(`/devices/${id}`, withBearer)
        expect(JSON.parse(body).name).toBe('ab')
      }
    }
  })

  test('gets the current heartbeat, by the current access, scopes and key', async () => {
    let nowMs = NOW
    const own = await listen({ clock: () => nowMs })
    const isOnline = async () => {
      const { body } = await own.send('/devices/d1', withBearer)
      return JSON.parse(body).is_online
    }
    expect([await isOnline(), await isOnline()]).toEqual([true, true])
    nowMs = NOW + 180_001
    expect(await isOnline()).toBe(false)
    await own.database.batch([{ script: "UPDATE devices SET last_heartbeat_at = '2026-01-15T12:04:00Z'" }])
    expect([await isOnline(), await isOnline()]).toEqual([true, true])
    await own.database.batch([{ script: "DELETE FROM device_access WHERE device_id = 'd1'" }])
    expect((await own.send('/devices/d1', withBearer)).status).toBe(404)
    await own.database.batch([{ script: "UPDATE api_keys SET scopes = '[]'" }])
    expect((await own.send('/devices/d1', withBearer)).status).toBe(403)
    await own.database.batch([{ script: 'DELETE FROM api_keys' }])
    expect((await own.send('/devices/d1', withBearer)).status).toBe(401)
  })

  test('is checked on its own if it has other credentials or another page origin', async () => {
    await getDevice('d1')
    expect((await send('/devices/d1', { authorization: 'Bearer other' })).status).toBe(401)
    expect((await send('/devices/d1')).status).toBe(401)
    expect((await getDevice('d1', { authorization: `bearer  ${KEY}` })).status).toBe(200)
    expect((await getDevice('d1', { origin: 'https://a.example' })).isFast).toBe(false)
    expect((await send('/v1/menus', withBearer)).status).toBe(200)
  })
})

test('responses that are no longer cached take no memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heldBytes = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const long = Array.from({ length: 1000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(400) }))
  const largeMenu = menusDocument(menu('a', { groups: [group('a1', { items: long })] }))
  const service = await startInProcess(largeMenu, { cacheMaxBytes: 1024 * 1024 })
  const before = heldBytes()
  for (let depth = 3; depth < 43; depth++) {
    const { body } = await service.get(`/v1/groups?depth=${depth}`, withKey)
    expect(body.length).toBeGreaterThan(400_000)
  }
  await expect.poll(() => heldBytes() - before).toBeLessThan(8_000_000)
})
