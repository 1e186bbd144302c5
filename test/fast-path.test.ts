import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp, type Parts } from '../src/app.ts'
import { recordHeartbeats } from '../src/device/admin-queries.ts'
import { setStock } from '../src/menu/admin-queries.ts'
import type { Database } from '../src/storage/database.ts'
import { StorageUnavailableError } from '../src/storage/database.ts'
import { importDocument } from '../src/transfer/import.ts'
import { openMemory } from './support/database.ts'
import { device, group, item, KEY, menu, menusDocument, withBearer } from './support/documents.ts'
import { NOW, PATIENT } from './support/service.ts'

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

/** A service that listens, and counts the look-ups of the long way. */
async function listen(parts: Partial<Parts> = {}) {
  const database = await openMemory()
  await importDocument(database, { ...document, apiKeys: [apiKey, expiring] }, { clock: () => NOW })
  let lookUps = 0
  const counted: Database = {
    ...database,
    all: (...question) => {
      lookUps++
      return database.all(...question)
    },
    get: (sql, ...parameters) => {
      if (sql.includes('api_keys')) lookUps++
      return database.get(sql, ...parameters)
    },
  }
  const app = await buildApp({ database: counted, clock: () => NOW, limits: PATIENT, ...parts })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const before = lookUps
    const answer = await exchange(`${address}${path}`, { 'x-api-key': KEY, ...headers }, method)
    requestIds.push(answer.id)
    const { id: _, ...rest } = answer
    return { ...rest, isShort: lookUps === before && answer.status < 400 }
  }
  return { app, database, counted, send }
}

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<unknown>
  readonly body: string
  /** The id of the request. */
  readonly id: string
}

/** One request on a connection of its own. */
function exchange(url: string, headers: Record<string, string>, method: string) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      const { date: _, 'x-request-id': id, ...rest } = answer.headers
      resolve({ status: Number(answer.statusCode), headers: rest, body: await text(answer), id: String(id) })
    })
    sent.on('error', reject).end()
  })
}

const { send, database } = await listen()

describe('the same request again, with nothing committed in between', () => {
  test.each([
    ['/v1/groups?menus=a', {}],
    ['/v1/groups?menus=a', { 'accept-encoding': 'br' }],
    ['/v1/groups?tags=none', { origin: 'https://board.example' }],
    ['/v1/menus', {}],
    ['/v1/menus/options', {}],
    ['/v1/menus/a/groups/options', {}],
  ])('%s %j is answered just so without a look-up, also by 304', async (path, headers) => {
    const { isShort: isFirstShort, ...first } = await send(path, headers)
    const { isShort: isSecondShort, ...second } = await send(path, headers)
    expect([isFirstShort, isSecondShort]).toEqual([false, true])
    expect(second).toEqual(first)
    const etag = String(first.headers['etag'])
    const { isShort, ...unchanged } = await send(path, { ...headers, 'if-none-match': `"other", W/${etag}` })
    expect([unchanged.status, unchanged.body, isShort]).toEqual([304, '', true])
    const { 'content-type': _, 'content-length': __, 'content-encoding': ___, ...common } = first.headers
    expect(unchanged.headers).toEqual(common)
  })

  test('also where the first was answered by 304, and a full answer is wanted then', async () => {
    const path = '/v1/groups?menus=a&depth=0'
    const { headers } = await send(path)
    await database.batch([{ script: "UPDATE users SET name = 'x'" }])
    const conditional = { 'if-none-match': String(headers['etag']) }
    expect(await send(path, conditional)).toMatchObject({ status: 304, isShort: false })
    expect(await send(path, conditional)).toMatchObject({ status: 304, isShort: true })
    expect(await send(path)).toMatchObject({ status: 200, isShort: false })
    expect(await send(path)).toMatchObject({ status: 200, isShort: true })
  })
})

test('heartbeats in between change nothing for menus, nor for the caller of a device', async () => {
  const path = '/v1/groups?menus=a&depth=1'
  await send(path)
  await send('/devices/d1', withBearer)
  for (const at of ['2026-01-15T11:59:00Z', '2026-01-15T11:59:30Z']) {
    await recordHeartbeats(database, [{ deviceId: 'd1', at }], NOW)
    expect(await send(path)).toMatchObject({ status: 200, isShort: true })
    const device = await send('/devices/d1', withBearer)
    expect(device.isShort).toBe(true)
    expect(JSON.parse(device.body).last_heartbeat_at).toBe(at)
  }
})

describe('is not taken', () => {
  const path = '/v1/groups?menus=a'
  const warm = () => send(path)

  test('after a change: the very next answer has it', async () => {
    for (const inStock of [false, true, false]) {
      await warm()
      await setStock(database, 'item-i0', inStock)
      const answer = await send(path)
      expect(answer.isShort).toBe(false)
      expect(JSON.parse(answer.body).groups[0].items[0].inStock).toBe(inStock)
    }
  })

  test('by another key, an unknown one, another coding, page origin, path or method', async () => {
    await warm()
    expect((await send(path, { 'x-api-key': 'unknown' })).status).toBe(401)
    expect((await send(path, { 'x-api-key': '' })).status).toBe(401)
    expect((await send(path, { 'x-api-key': `${KEY} ` })).status).toBe(200)
    expect((await send(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await send('/v1/groups?menus=b')).body).toContain('"total":0')
    expect((await send(path, {}, 'POST')).status).toBe(405)
    expect(await send(path, {}, 'HEAD')).toMatchObject({ status: 200, body: '', isShort: false })
    const preflight = { origin: 'https://board.example', 'access-control-request-method': 'GET' }
    expect((await send(path, preflight, 'OPTIONS')).status).toBe(204)
  })

  test('by a key that has been revoked', async () => {
    const revoked = await listen()
    await revoked.send(path)
    expect((await revoked.send(path)).isShort).toBe(true)
    await revoked.database.batch([{ script: "UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00Z'" }])
    expect((await revoked.send(path)).status).toBe(401)
  })

  test('by a key that has ended, though nothing was committed', async () => {
    let nowMs = NOW
    const ending = await listen({ clock: () => nowMs })
    const ask = () => ending.send(path, { 'x-api-key': EXPIRING })
    await ask()
    expect(await ask()).toMatchObject({ status: 200, isShort: true })
    nowMs = NOW + 3_599_999
    expect(await ask()).toMatchObject({ status: 200, isShort: true })
    nowMs = NOW + 3_600_000
    expect((await ask()).status).toBe(401)
  })

  test('where the storage cannot be asked: 503', async () => {
    const database = await openMemory()
    await importDocument(database, document)
    let isAway = false
    const fail = () => {
      throw new StorageUnavailableError('gone')
    }
    const flaky = { ...database, dataVersion: () => (isAway ? fail() : database.dataVersion()) }
    const { send } = await listen({ database: flaky })
    await send(path)
    expect((await send(path)).status).toBe(200)
    isAway = true
    expect((await send(path)).status).toBe(503)
    await database.close()
  })

  test('on an engine that has to ask whether something was committed, and sees that it was', async () => {
    const database = await openMemory()
    await importDocument(database, document)
    let lookUps = 0
    const all: Database['all'] = (...question) => {
      lookUps++
      return database.all(...question)
    }
    let state = { number: 1 }
    const { send } = await listen({ database: { ...database, all, dataVersion: async () => state } })
    for (let n = 1; n <= 3; n++) {
      expect((await send(path)).status).toBe(200)
      expect((await send(path)).status).toBe(200)
      expect(lookUps).toBe(n)
      state = { number: n + 1 }
    }
    await database.close()
  })

  test('without a cache', async () => {
    const { send } = await listen({ cacheMaxBytes: 0 })
    for (let n = 0; n < 3; n++) expect(await send(path)).toMatchObject({ status: 200, isShort: false })
  })
})

test('pages of listed origins get their headers, others do not', async () => {
  const { send } = await listen({ corsOrigin: ['https://a.example'] })
  for (const origin of ['https://a.example', 'https://b.example', 'https://a.example', 'https://b.example']) {
    const { headers } = await send('/v1/menus', { origin })
    expect(headers['access-control-allow-origin']).toBe(origin === 'https://a.example' ? origin : undefined)
    expect(headers['vary']).toBe('Origin, Accept-Encoding, X-API-Key')
  }
})

test('each request has an id of its own, or the one that it came with, in its answer', async () => {
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
])('a request that took the short way has its line in the log: %s', async (path, headers) => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const { send } = await listen({ logger })
  for (let n = 0; n < 2; n++) await send(path, headers)
  await expect.poll(() => lines.filter((line) => line.includes('"request"')).length).toBe(2)
  const [long, short] = lines.filter((line) => line.includes('"request"')).map((line) => JSON.parse(line))
  expect(Object.keys(short).sort()).toEqual(Object.keys(long).sort())
  const changing = { time: 0, requestId: '', durationMs: 0 }
  expect({ ...short, ...changing }).toEqual({ ...long, ...changing })
  expect(short.requestId).not.toBe(long.requestId)
})

describe('a device for a caller who was answered before', () => {
  const ask = (id: string, headers: Record<string, string> = {}) =>
    send(`/devices/${id}`, { ...withBearer, ...headers })

  test.each(['d1', 'c4:23:60:91:c0:6c', 'C4-23-60-91-C0-6C'])('%s is answered just so', async (id) => {
    await database.batch([{ script: "UPDATE users SET name = 'y'" }])
    const { isShort: isFirstShort, ...first } = await ask(id)
    const { isShort: isSecondShort, ...second } = await ask(id)
    expect([isFirstShort, isSecondShort]).toEqual([false, true])
    expect(second).toEqual(first)
    expect(first.status).toBe(200)
  })

  test('what may not be read is as little there as what is missing; other forms take the long way', async () => {
    await ask('d1')
    for (const id of ['published', 'nobody', 'missing', '%20', 'd1?', 'd1/', 'd1%31', '__proto__']) {
      const { status, body } = await ask(id)
      if (id === 'd1?' || id === 'd1/') expect(status).toBe(200)
      else expect([status, JSON.parse(body).message]).toEqual([404, 'Device not found'])
    }
    const list = await ask('')
    expect([list.status, JSON.parse(list.body).total]).toEqual([200, 2])
  })

  test('an id that is to be decoded is not taken as it is written', async () => {
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

  test('is looked up once', async () => {
    const database = await openMemory()
    await importDocument(database, document, { clock: () => NOW })
    let lookUps = 0
    const get: Database['get'] = (...question) => {
      lookUps++
      return database.get(...question)
    }
    const { send } = await listen({ database: { ...database, get } })
    for (const expected of [1, 2, 3]) {
      await send('/devices/d1', withBearer)
      expect(lookUps).toBe(expected)
    }
    await database.close()
  })

  test('on an engine that has to ask whether keys have changed, and sees that they have', async () => {
    const database = await openMemory()
    await importDocument(database, document, { clock: () => NOW })
    let keyLookUps = 0
    const get: Database['get'] = (sql, ...parameters) => {
      if (sql.includes('api_keys')) keyLookUps++
      return database.get(sql, ...parameters)
    }
    let state = { number: 1 }
    const { send } = await listen({ database: { ...database, get, dataVersion: async () => state } })
    for (let n = 1; n <= 3; n++) {
      for (let m = 0; m < 2; m++) {
        expect((await send('/devices/d1', withBearer)).status).toBe(200)
        expect((await send('/devices', withBearer)).status).toBe(200)
      }
      expect((await send('/devices/d1', { authorization: 'Bearer other' })).status).toBe(401)
      state = { number: n + 1 }
    }
    // One for each state, one for each unknown key, and one for each list.
    expect(keyLookUps).toBe(3 + 3 + 6)
    await database.close()
  })

  test('its heartbeat and its access are those of this moment', async () => {
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

  test('a key that has ended reads none, though nothing was committed', async () => {
    let nowMs = NOW
    const ending = await listen({ clock: () => nowMs })
    const askWithEnding = () => ending.send('/devices/d1', { authorization: `Bearer ${EXPIRING}` })
    await askWithEnding()
    expect(await askWithEnding()).toMatchObject({ status: 200, isShort: true })
    nowMs = NOW + 3_599_999
    expect(await askWithEnding()).toMatchObject({ status: 200, isShort: true })
    nowMs = NOW + 3_600_000
    expect((await askWithEnding()).status).toBe(401)
  })

  test('other credentials and page origins are looked at for themselves', async () => {
    await ask('d1')
    expect((await send('/devices/d1', { authorization: 'Bearer other' })).status).toBe(401)
    expect((await send('/devices/d1')).status).toBe(401)
    expect((await ask('d1', { authorization: `bearer  ${KEY}` })).status).toBe(200)
    expect((await ask('d1', { origin: 'https://a.example' })).isShort).toBe(false)
    expect((await send('/v1/menus', withBearer)).status).toBe(200)
  })

  test('where the storage cannot be read: 503', async () => {
    const database = await openMemory()
    await importDocument(database, document)
    let isAway = false
    const get: Database['get'] = (...question) =>
      isAway ? Promise.reject(new StorageUnavailableError('gone')) : database.get(...question)
    const { send } = await listen({ database: { ...database, get } })
    for (const expected of [200, 200, 503]) {
      isAway = expected === 503
      expect((await send('/devices/d1', withBearer)).status).toBe(expected)
    }
    await database.close()
  })
})
