import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { AppOptions } from '../../src/app-options.ts'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { importDocument } from '../../src/documents/import.ts'
import { type Database, StorageUnavailableError } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device, group, item, KEY, menu, withKey } from '../support/documents.ts'
import { NOW, PATIENT } from '../support/service.ts'
import { type Listener, listen } from '../support/stream.ts'

const OTHER_KEY = 'another-key'
const url = await newDatabaseToOpen()
const writer = await openDatabase(url, 'create')
const database = await openDatabase(url, 'read')
let now = NOW
let versionReads = 0
let lookups = 0
let failures = 0
let isUnavailable = false
const watched: Database = {
  ...database,
  all: async (...query) => {
    lookups++
    if (isUnavailable) {
      failures++
      throw new StorageUnavailableError('The database cannot be used.')
    }
    return database.all(...query)
  },
  contentVersion() {
    versionReads++
    return database.contentVersion()
  },
}
const app = await buildApp({ database: watched, clock: () => now, limits: PATIENT })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  const closing = app.close()
  // fetch replaces an aborted connection by a new one, on which it sends nothing.
  app.server.closeAllConnections()
  await closing
  await Promise.all([writer.close(), database.close()])
})

const items = Array.from({ length: 20 }, (_, n) => item(`${n}`, { price: n, tags: ['food'] }))
await importDocument(writer, {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [device('lobby')],
  menus: [
    menu('a', { groups: [group('a', { items }), group('drinks', { tags: ['cold'], items: [item('tea')] })] }),
    menu('b', { groups: [group('b')] }),
  ],
  apiKeys: [KEY, OTHER_KEY].map((key) => ({ key, name: key, user: 'ops', menus: ['a', 'b'] })),
})

/** SQL for the opposite value. */
const FLIP = database.engine === 'postgres' ? 'NOT in_stock' : '1 - in_stock'

/** Runs SQL as any other process may. */
const change = (script: string) => writer.batch([{ script }])
const setPrice = (price: number) => change(`UPDATE menu_items SET price = ${price} WHERE id = 'item-3'`)

function open(query = '', headers: Record<string, string> = withKey): Promise<Listener> {
  return listen(`${address}/v1/groups/stream${query}`, headers)
}

/** Another service on the same database, for one test. */
async function serve(parts: Partial<AppOptions>) {
  const other = await buildApp({ database: watched, clock: () => now, limits: PATIENT, ...parts })
  const itsAddress = await other.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    const closing = other.close()
    other.server.closeAllConnections()
    await closing
  })
  const openHere = (query = '', headers: Record<string, string> = withKey) =>
    listen(`${itsAddress}/v1/groups/stream${query}`, headers)
  return { app: other, port: Number(new URL(itsAddress).port), open: openHere }
}

/** Stops the clock of all intervals, and of other timers. @returns a function that advances it, and waits for what they do */
function holdIntervals(): (spanMs: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return async (spanMs) => {
    vi.advanceTimersByTime(spanMs)
    // After these, the queries that they started are done.
    for (let n = 0; n < 2; n++) await Promise.all([database.contentVersion(), polled()])
  }
}

/** A logger, and its lines. */
function createLog() {
  const lines: Record<string, unknown>[] = []
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  return { logger, lines }
}

async function polled(query = '', headers: Record<string, string> = withKey) {
  const response = await fetch(`${address}/v1/groups${query}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  return { etag: response.headers.get('etag'), body: await response.json() }
}

describe('the stream', () => {
  test.each([
    ['are cached', undefined],
    ['are not cached', 0],
    ['are too large to be cached', 1024],
  ])('sends no event for changes outside its query, if responses %s', async (_, cacheMaxBytes) => {
    const service = await serve(cacheMaxBytes === undefined ? {} : { cacheMaxBytes })
    const [stream, all] = [await service.open('?tags=cold'), await service.open()]
    await stream.next()
    await all.next()
    for (const price of [13, 14]) {
      await setPrice(price)
      expect((await all.next())?.data).toContain(`"price":${price}`)
    }
    await change(`UPDATE menu_items SET in_stock = ${FLIP} WHERE id = 'item-tea'`)
    expect(await stream.nextBody()).toEqual((await polled('?tags=cold')).body)
    await Promise.all([stream.close(), all.close()])
  })

  test('sends nothing to a client that joins others and already has the response', async () => {
    const service = await serve({ cacheMaxBytes: 0 })
    const first = await service.open('?tags=cold')
    const { id = '' } = (await first.next()) ?? {}
    const joining = await service.open('?tags=cold', { ...withKey, 'last-event-id': id })
    await change(`UPDATE menu_items SET in_stock = ${FLIP} WHERE id = 'item-tea'`)
    const { body } = await polled('?tags=cold')
    for (const stream of [first, joining]) expect(await stream.nextBody()).toEqual(body)
    await Promise.all([first.close(), joining.close()])
  })

  test('is not refreshed for heartbeats', async () => {
    const advance = holdIntervals()
    const { open } = await serve({})
    const stream = await open('?menus=a')
    await stream.next()
    await advance(1000)
    const before = lookups
    for (let n = 0; n < 5; n++) {
      const at = new Date(NOW - 60_000 + n).toISOString()
      await storeHeartbeats(writer, [{ deviceId: 'lobby', at }], NOW)
      vi.advanceTimersByTime(1000)
      for (let m = 0; m < 2; m++) await database.contentVersion()
    }
    expect(lookups).toBe(before)
    await setPrice(40)
    await advance(1000)
    expect((await stream.next())?.data).toContain('"price":40,')
    await stream.close()
  })

  test('shares one watch with all others, which ends with the last of them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const readsPerPoll = () => {
      const before = versionReads
      vi.advanceTimersByTime(250)
      return versionReads - before
    }
    const { open } = await serve({})
    const streams = await Promise.all(Array.from({ length: 30 }, (_, n) => open(n % 2 ? '?menus=a' : '')))
    for (const stream of streams) await stream.nextBody()
    expect(readsPerPoll()).toBe(1)
    await setPrice(16)
    expect(readsPerPoll()).toBe(1)
    const bodies = await Promise.all(streams.map((stream) => stream.nextBody()))
    const [all, onlyA] = [(await polled()).body, (await polled('?menus=a')).body]
    for (const [n, body] of bodies.entries()) expect(body).toEqual(n % 2 ? onlyA : all)
    await Promise.all(streams.map((stream) => stream.close()))
    await until(() => readsPerPoll() === 0)
  })

  test('waits while the database is unavailable, and then sends what changed meanwhile', async () => {
    const stream = await open('?menus=a')
    await stream.nextBody()
    const before = failures
    isUnavailable = true
    await setPrice(17)
    await until(() => failures > before)
    isUnavailable = false
    expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
    await stream.close()
  })

  test('logs once that the database is unavailable, and once more the next time', async () => {
    const advance = holdIntervals()
    const { logger, lines } = createLog()
    const { open } = await serve({ logger })
    const streams = [await open('?menus=a'), await open('?groups=group-a'), await open()]
    for (const stream of streams) await stream.next()
    for (const times of [1, 2]) {
      const before = failures
      isUnavailable = true
      await setPrice(20 + times)
      for (let n = 0; n < 4; n++) await advance(500)
      expect(failures).toBeGreaterThan(before + streams.length)
      isUnavailable = false
      await advance(500)
      for (const stream of streams) expect((await stream.next())?.data).toContain(`"price":${20 + times},`)
      const logged = lines.filter(({ msg }) => msg === 'streams could not be updated, retrying')
      expect(logged).toHaveLength(times)
      expect(logged.at(-1)).toMatchObject({ level: 50, err: { message: 'The database cannot be used.' } })
    }
    await Promise.all(streams.map((stream) => stream.close()))
  })
})

describe('an open stream', () => {
  test('carries a keep-alive every 15 seconds', async () => {
    const advance = holdIntervals()
    const { open } = await serve({})
    const stream = await open('?menus=a')
    await stream.next()
    const change = stream.next()
    await advance(14_999)
    expect(stream.keepAlives()).toBe(0)
    await advance(1)
    await expect.poll(stream.keepAlives).toBe(1)
    await advance(30_000)
    await expect.poll(stream.keepAlives).toBe(3)
    await setPrice(23)
    await advance(1000)
    expect((await change)?.data).toContain('"price":23,')
    expect(stream.keepAlives()).toBe(3)
    await stream.close()
  })

  test('is closed if its client has read nothing for a minute', async () => {
    const description = 'x'.repeat(20_000)
    const items = Array.from({ length: 800 }, (_, n) => item(`large-${n}`, { description }))
    await importDocument(writer, { menus: [menu('large', { groups: [group('large', { items })] })] })
    await change(`INSERT INTO api_key_menus VALUES ('${keyIdOfHash(hashKey(KEY))}', 'large')`)
    const advance = holdIntervals()
    const { app, port, open } = await serve({})
    const other = await open('?menus=a')
    await other.next()
    const requested = once(app.server, 'request')
    const dead = connect(port, '127.0.0.1').pause()
    dead.write(`GET /v1/groups/stream?menus=large HTTP/1.1\r\nhost: a\r\nx-api-key: ${KEY}\r\n\r\n`)
    const [, response]: ServerResponse[] = await requested
    await until(() => response?.writableNeedDrain === true)
    await advance(29_000)
    expect(response?.destroyed).toBe(false)
    await advance(33_000)
    await until(() => response?.destroyed === true)
    dead.destroy()
    await setPrice(24)
    await advance(1000)
    expect((await other.next())?.data).toContain('"price":24,')
    await other.close()
    await change("DELETE FROM menus WHERE id = 'large'")
  })
})

describe('access to a stream', () => {
  test('is possible with a token in place of the key, for five minutes', async () => {
    const { token, expiresAt } = await tokenOf(KEY)
    expect(Date.parse(expiresAt)).toBe(now + 300_000)
    const stream = await open(`?menus=a&token=${token}`, {})
    expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
    now += 300_000
    expect((await open(`?token=${token}`, {})).response.status).toBe(401)
    now -= 1
    const late = await open(`?token=${token}`, {})
    expect(late.response.status).toBe(200)
    await late.close()
    now = NOW
    await setPrice(30)
    expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
    await stream.close()
  })

  test('is possible with a token in every process that has the same secret, and in no other', async () => {
    const [first, second, other] = await Promise.all([
      serve({ streamTokenSecret: 'x'.repeat(16) }),
      serve({ streamTokenSecret: 'x'.repeat(16) }),
      serve({ streamTokenSecret: 'y'.repeat(16) }),
    ])
    const created = await first.app.inject({ url: '/v1/stream-token', headers: withKey })
    const { token } = created.json()
    for (const service of [first, second]) {
      const stream = await service.open(`?menus=a&token=${token}`, {})
      expect(stream.response.status).toBe(200)
      expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
      await stream.close()
    }
    expect((await other.open(`?token=${token}`, {})).response.status).toBe(401)
    expect((await open(`?token=${token}`, {})).response.status).toBe(401)
    const { token: unsigned } = await tokenOf(KEY)
    expect((await first.open(`?token=${unsigned}`, {})).response.status).toBe(401)
  })

  test('ends when the key expires', async () => {
    const key = 'ending-key'
    await importDocument(writer, {
      apiKeys: [
        { key, name: key, user: 'ops', menus: ['a'], expiresAt: new Date(NOW + 60_000).toISOString() },
      ],
    })
    const advance = holdIntervals()
    const { open } = await serve({})
    const stream = await open('', { 'x-api-key': key })
    await stream.next()
    // The first poll refreshes the stream. After that, nothing is committed that could end it.
    await advance(1000)
    const ending = stream.next()
    now += 59_999
    vi.advanceTimersByTime(1000)
    await database.contentVersion()
    const before = lookups
    now += 1
    vi.advanceTimersByTime(1000)
    expect(await ending).toBeUndefined()
    expect(lookups).toBeGreaterThan(before)
    now = NOW
  })
})

describe('streams over HTTP', () => {
  test('end when the process shuts down, as do those that are opened from then on', async () => {
    const stopping = new AbortController()
    const other = await buildApp({ database, limits: PATIENT, clock: () => now, stopping: stopping.signal })
    const itsAddress = await other.listen({ host: '127.0.0.1', port: 0 })
    const stream = await listen(`${itsAddress}/v1/groups/stream`, withKey)
    await stream.next()
    stopping.abort()
    expect(await stream.next()).toBeUndefined()
    const late = await listen(`${itsAddress}/v1/groups/stream`, withKey)
    expect(await late.next()).toBeUndefined()
    await other.close()
  })

  test('have one line each in the log, whether the client or the service ends them', async () => {
    const { logger, lines } = createLog()
    const stopping = new AbortController()
    const { port, open } = await serve({ logger, stopping: stopping.signal })
    const logged = () =>
      lines.filter(({ route }) => route === '/v1/groups/stream').map(({ status }) => status)
    /** Waits until the log has the line of a later request. */
    const later = async () => {
      const { length } = lines
      await (await fetch(`http://127.0.0.1:${port}/v1/menus`, { headers: withKey })).text()
      await until(() => lines.slice(length).some(({ route }) => route === '/v1/menus'))
    }
    const left = await open()
    await left.next()
    await later()
    expect(logged()).toEqual([])
    await left.close()
    await until(() => logged().length > 0)
    await later()
    expect(logged()).toEqual([200])

    const ended = await open()
    await ended.next()
    stopping.abort()
    expect(await ended.next()).toBeUndefined()
    await until(() => logged().length > 1)
    await later()
    expect(logged()).toEqual([200, 200])
  })
})

async function tokenOf(key: string): Promise<{ token: string; expiresAt: string }> {
  const response = await fetch(`${address}/v1/stream-token`, { headers: { 'x-api-key': key } })
  expect(response.status).toBe(200)
  return (await response.json()) as { token: string; expiresAt: string }
}

function until(holds: () => boolean): Promise<void> {
  return expect.poll(holds).toBe(true)
}
