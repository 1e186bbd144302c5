import { once } from 'node:events'
import { createServer, get, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hashKey } from '../src/auth/credential.ts'
import { importDocument } from '../src/documents/import.ts'
import { createResponseCache, type JsonBody } from '../src/menu/cache/response-cache.ts'
import { parseSelection } from '../src/menu/selection.ts'
import { rerunAfterCurrent } from '../src/menu/stream/rerun-after-current.ts'
import { createStreamHub } from '../src/menu/stream/streams.ts'
import { createSubscriber } from '../src/menu/stream/subscriber.ts'
import { createTopic } from '../src/menu/stream/topic.ts'
import type { Database, Query } from '../src/storage/database.ts'
import { openDatabase } from '../src/storage/open.ts'
import { group, item, KEY, menu, menusDocument } from './support/documents.ts'

/** Long enough for a machine that is busy with other tests. */
const PATIENTLY = { timeout: 120_000 }

describe('createSubscriber', () => {
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200)
    responses.push(response)
  })
  afterAll(() => void server.close())
  const bodyOf = (version: number) =>
    createResponseCache(0).findOrBuild('', async () => ({
      value: { version, padding: 'x'.repeat(4_000_000) },
      cacheKey: '',
    }))

  async function connect(): Promise<{ received: IncomingMessage; response: ServerResponse }> {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
    const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
    request.on('error', () => {})
    await once(server, 'request')
    const response = responses.pop() as ServerResponse
    response.flushHeaders()
    const [received] = (await once(request, 'response')) as [IncomingMessage]
    received.on('error', () => {})
    return { received, response }
  }

  /** A response on a connection that accepts no data at all: an operating system accepts several megabytes. */
  async function respondToStalledClient(): Promise<ServerResponse> {
    const connection = new Duplex({ read() {}, write() {} })
    server.emit('connection', connection)
    connection.push('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(server, 'request')
    return responses.pop() as ServerResponse
  }

  test('a client that does not read is sent one event, and all later changes at once when it reads again', async () => {
    const { received, response } = await connect()
    const subscriber = createSubscriber(response, undefined)
    subscriber.push(await bodyOf(1))
    const waiting = response.writableLength
    for (let version = 2; version <= 50; version++) subscriber.push(await bodyOf(version))
    expect(response.writableLength).toBe(waiting)
    subscriber.keepAlive()
    expect(response.writableLength).toBe(waiting)

    let text = ''
    received.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    while (!text.includes('"version":50')) await sleep(10)
    subscriber.end()
    await once(received, 'end')
    expect(text.match(/^event: \w+$/gm)).toEqual(['event: groups', 'event: groups'])
  })

  test('a client that does not read is sent nothing if the changes that it missed were undone', async () => {
    const { received, response } = await connect()
    const subscriber = createSubscriber(response, undefined)
    for (const version of [1, 2, 1]) subscriber.push(await bodyOf(version))
    let text = ''
    received.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    await once(response, 'drain')
    subscriber.end()
    await once(received, 'end')
    expect(text.match(/^event: \w+$/gm)).toEqual(['event: groups'])
  })

  test('a client whose stream has ended is sent nothing', async () => {
    const response = await respondToStalledClient()
    const errors: unknown[] = []
    response.on('error', (error) => errors.push(error))
    const subscriber = createSubscriber(response, undefined)
    subscriber.push(await bodyOf(1))
    subscriber.end()
    subscriber.keepAlive()
    await sleep(10)
    expect(errors).toEqual([])
    response.req.socket.destroy()
  })

  test('keep-alives are not followed by an empty line', async () => {
    const { received, response } = await connect()
    const subscriber = createSubscriber(response, undefined)
    received.setEncoding('utf8')
    for (let count = 0; count < 10; count++) subscriber.keepAlive()
    subscriber.end()
    let text = ''
    for await (const chunk of received) text += chunk
    expect(text).toBe(`retry:2000\n${':\n'.repeat(10)}`)
  })
})

test('a client that has left while its key was looked up is no subscriber', async () => {
  const database = await openDatabase('sqlite::memory:', 'create')
  const options = { database, clock: () => 0, cache: createResponseCache(0) }
  const streams = createStreamHub(options, Fastify().log)
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.destroy()
  streams.open(
    { keyHash: hashKey(KEY), menuIds: undefined, selection: parseSelection({}) },
    response,
    undefined,
  )
  expect(streams.count()).toBe(0)
  await database.close()
})

test('a slow refresh never sends an older response after a later refresh', async () => {
  const database = await openDatabase('sqlite::memory:', 'create')
  const setPrice = (price: number) => database.batch([{ script: `UPDATE menu_items SET price = ${price}` }])
  await importDocument(
    database,
    menusDocument(menu('a', { groups: [group('a', { items: [item('soup')] })] })),
  )
  const firstRead = new EventTarget()
  let reads = 0
  const slow: Database = {
    ...database,
    // The result of the first read arrives late.
    async readTogether<Rows extends unknown[][]>(queries: readonly Query[]) {
      const rows = await database.readTogether<Rows>(queries)
      if (++reads === 1) await once(firstRead, 'comes')
      return rows
    },
  }
  const parts = { database: slow, clock: () => 0, cache: createResponseCache(0) }
  const topic = createTopic(parts, {
    keyHash: hashKey(KEY),
    menuIds: undefined,
    selection: parseSelection({}),
  })
  const pushed: number[] = []
  const push = ({ bytes }: JsonBody) => pushed.push(JSON.parse(bytes.toString()).groups[0].items[0].price)
  topic.subscribers.add({ push, keepAlive: () => {}, end: () => {} })

  await setPrice(1)
  const first = topic.refresh()
  await vi.waitUntil(() => reads === 1, PATIENTLY)
  await setPrice(2)
  const second = topic.refresh()
  // Long enough for the second refresh to finish if it does not wait.
  await sleep(50)
  firstRead.dispatchEvent(new Event('comes'))
  await Promise.all([first, second])
  expect(pushed).toEqual([1, 2])
  await database.close()
})

test('after many changes each topic is refreshed once, and only some of them at a time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = await openDatabase('sqlite::memory:', 'create')
  await importDocument(
    database,
    menusDocument(menu('a', { groups: [group('a', { items: [item('soup')] })] })),
  )
  const counts = { lookups: 0, running: 0, mostRunning: 0 }
  const counted: Database = {
    ...database,
    async all(...query) {
      counts.lookups++
      counts.running++
      counts.mostRunning = Math.max(counts.mostRunning, counts.running)
      await sleep(1)
      counts.running--
      return database.all(...query)
    },
  }
  const logger = Fastify().log
  const streams = createStreamHub(
    {
      database: counted,
      clock: () => 0,
      cache: createResponseCache(0),
    },
    logger,
  )
  let events = 0
  const depths = Array.from({ length: 230 }, (_, depth) => `${depth}`)
  for (const depth of depths) {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.write = (chunk: unknown) => {
      if (`${chunk}`.includes('data:')) events++
      return true
    }
    const selection = parseSelection({ depth })
    streams.open({ keyHash: hashKey(KEY), menuIds: undefined, selection }, response, undefined)
  }
  await vi.waitUntil(() => events === depths.length, PATIENTLY)
  vi.advanceTimersByTime(400)
  await vi.waitUntil(() => counts.lookups === 2 * depths.length && counts.running === 0, PATIENTLY)

  counts.mostRunning = 0
  for (let price = 1; price <= 30; price++) {
    await database.batch([{ script: `UPDATE menu_items SET price = ${price}` }])
  }
  vi.advanceTimersByTime(400)
  await vi.waitUntil(() => events === 2 * depths.length, PATIENTLY)
  expect(counts.lookups).toBe(3 * depths.length)
  expect(counts.mostRunning).toBeLessThanOrEqual(50)
  streams.end()
  await database.close()
})

test('work that is requested while it runs is run once more, for all callers', async () => {
  let runs = 0
  const finish: (() => void)[] = []
  const request = rerunAfterCurrent(async () => {
    runs++
    await new Promise<void>((resolve) => finish.push(resolve))
  })
  const first = request()
  await sleep(1)
  const second = request()
  expect(request()).toBe(second)
  expect(runs).toBe(1)
  finish.pop()?.()
  await first
  await sleep(1)
  expect(runs).toBe(2)
  finish.pop()?.()
  await second
})
