import { once } from 'node:events'
import { createServer, get, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import Fastify from 'fastify'
import { applyPatch } from 'rfc6902'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hashKey } from '../src/auth/credential.ts'
import { type CachedResponse, toCachedResponse } from '../src/menu/cache/cached-response.ts'
import { createResponseCache } from '../src/menu/cache/response-cache.ts'
import { readSelection } from '../src/menu/selection.ts'
import { coalesce } from '../src/menu/stream/coalesce.ts'
import { changeEvent } from '../src/menu/stream/events.ts'
import { createPatch, type Json } from '../src/menu/stream/json-patch.ts'
import { createStreamHub } from '../src/menu/stream/streams.ts'
import { createSubscriber } from '../src/menu/stream/subscriber.ts'
import { createTopic } from '../src/menu/stream/topic.ts'
import type { Database, Query } from '../src/storage/database.ts'
import { openDatabase } from '../src/storage/open.ts'
import { importDocument } from '../src/transfer/import.ts'
import { group, item, KEY, menu, menusDocument } from './support/documents.ts'

/** A machine that is busy with other tests may take its time. */
const PATIENTLY = { timeout: 10_000 }

describe('a JSON Patch', () => {
  const names = fc.constantFrom('a', 'b', '', '/', '~', '~1')
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Json>(null, 0, 1, 'x', true, ''),
      fc.array(tie('tree'), { maxLength: 6 }),
      fc
        .uniqueArray(fc.tuple(fc.nat(9), tie('tree')), { selector: ([id]) => id, maxLength: 7 })
        .map((members) => members.map(([id, value]): Json => ({ id, value }))),
      fc.dictionary(names, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))

  test('turns any value into any other, by the rules of another program', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const document = { value: structuredClone(before) }
        const patch = createPatch({ value: before }, { value: after })
        expect(applyPatch(document, structuredClone(patch) as never).filter((fault) => fault)).toEqual([])
        expect(document).toEqual({ value: after })
      }),
      { numRuns: 2000 },
    )
  })

  test('an equal value takes none', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(createPatch(value, structuredClone(value))).toEqual([])
      }),
    )
  })

  test('one that is added or removed anywhere in a list does not change those that follow', () => {
    const members = (...ids: string[]) => ids.map((id) => ({ id, name: id }))
    expect(createPatch(members('b', 'c', 'd'), members('a', 'b', 'c', 'd'))).toEqual([
      { op: 'add', path: '/0', value: { id: 'a', name: 'a' } },
    ])
    expect(createPatch(members('a', 'b', 'c'), members('a', 'c'))).toEqual([{ op: 'remove', path: '/1' }])
  })
})

describe('a client that does not read', () => {
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200)
    responses.push(response)
  })
  afterAll(() => void server.close())
  const answerOf = (version: number) => toCachedResponse({ version, padding: 'x'.repeat(4_000_000) }, 'key')

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

  test('is sent one event, and what has come since at once when it reads again', async () => {
    const { received, response } = await connect()
    const subscriber = createSubscriber(response, undefined)
    subscriber.push(answerOf(1))
    const waiting = response.writableLength
    for (let version = 2; version <= 50; version++) subscriber.push(answerOf(version))
    expect(response.writableLength).toBe(waiting)
    subscriber.keepAlive()
    expect(response.writableLength).toBe(waiting)

    let text = ''
    received.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    while (!text.includes('50')) await sleep(10)
    subscriber.end()
    await once(received, 'end')
    expect(text.match(/^event: \w+$/gm)).toEqual(['event: groups', 'event: patch'])
    expect(text).toContain('data: [{"op":"replace","path":"/version","value":50}]')
  })

  test('is sent nothing when what it missed has been undone', async () => {
    const { received, response } = await connect()
    const subscriber = createSubscriber(response, undefined)
    for (const version of [1, 2, 1]) subscriber.push(answerOf(version))
    let text = ''
    received.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    await once(response, 'drain')
    subscriber.end()
    await once(received, 'end')
    expect(text.match(/^event: \w+$/gm)).toEqual(['event: groups'])
  })

  test('is dropped when it has read nothing for several comments, and not before', async () => {
    const { received, response } = await connect()
    const subscriber = createSubscriber(response, undefined)
    subscriber.keepAlive()
    subscriber.push(answerOf(1))
    for (let comment = 1; comment <= 3; comment++) subscriber.keepAlive()
    expect(response.destroyed).toBe(false)
    subscriber.keepAlive()
    expect(response.destroyed).toBe(true)
    received.resume()
    await new Promise((resolve) => received.once('close', resolve))
    expect(received.complete).toBe(false)
  })

  test('nothing is written to one whose stream has ended, and it is dropped in the end, too', async () => {
    const { received, response } = await connect()
    const faults: unknown[] = []
    response.on('error', (error) => faults.push(error))
    const subscriber = createSubscriber(response, undefined)
    subscriber.push(answerOf(1))
    subscriber.end()
    for (let comment = 1; comment <= 3; comment++) subscriber.keepAlive()
    await sleep(10)
    expect(faults).toEqual([])
    expect(response.destroyed).toBe(false)
    subscriber.keepAlive()
    expect(response.destroyed).toBe(true)
    received.resume()
    await new Promise((resolve) => received.once('close', resolve))
  })

  test('one that reads is sent comments, and stays', async () => {
    const { received, response } = await connect()
    const subscriber = createSubscriber(response, undefined)
    received.setEncoding('utf8')
    for (let comment = 0; comment < 10; comment++) {
      subscriber.keepAlive()
      await sleep(5)
    }
    expect(response.destroyed).toBe(false)
    subscriber.end()
    let text = ''
    for await (const chunk of received) text += chunk
    expect(text).toBe(`retry:2000\n\n${':\n\n'.repeat(10)}`)
  })
})

test('clients that were told different answers are each sent the change from theirs', () => {
  const answerOf = (...prices: number[]) => toCachedResponse({ prices, padding: 'x'.repeat(200) }, 'key')
  const [first, second, latest] = [answerOf(1, 1), answerOf(1, 2), answerOf(3, 2)]
  const operationsFrom = (before: CachedResponse) => {
    const data = /^data: (.*)$/m.exec(changeEvent(before, latest).toString())?.[1]
    return JSON.parse(data ?? '')
  }
  // Twice, as what was made once is sent again.
  for (let n = 0; n < 2; n++) {
    for (const before of [first, second]) {
      const client = JSON.parse(before.body.toString())
      expect(applyPatch(client, operationsFrom(before))).not.toContainEqual(expect.any(Error))
      expect(client).toEqual(JSON.parse(latest.body.toString()))
    }
    expect(operationsFrom(first)).not.toEqual(operationsFrom(second))
  }
})

test('a slow look that is overtaken by a later one takes nobody back', async () => {
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
    // What the first look has read comes late.
    async snapshot<Answers extends unknown[][]>(queries: readonly Query[]) {
      const answers = await database.snapshot<Answers>(queries)
      if (++reads === 1) await once(firstRead, 'comes')
      return answers
    },
  }
  const parts = { database: slow, clock: () => 0, cache: createResponseCache(0) }
  const topic = createTopic(parts, {
    keyHash: hashKey(KEY),
    menuIds: undefined,
    selection: readSelection({}),
  })
  const pushed: number[] = []
  const push = ({ body }: CachedResponse) => pushed.push(JSON.parse(body.toString()).groups[0].items[0].price)
  topic.subscribers.add({ push, keepAlive: () => {}, end: () => {} })

  await setPrice(1)
  const first = topic.refresh()
  await vi.waitUntil(() => reads === 1, PATIENTLY)
  await setPrice(2)
  const second = topic.refresh()
  // Time enough for the second to be done, if it does not wait.
  await sleep(50)
  firstRead.dispatchEvent(new Event('comes'))
  await Promise.all([first, second])
  expect(pushed).toEqual([1, 2])
  await database.close()
})

test('after a storm of changes each topic is looked at once, and only some of them at a time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = await openDatabase('sqlite::memory:', 'create')
  await importDocument(
    database,
    menusDocument(menu('a', { groups: [group('a', { items: [item('soup')] })] })),
  )
  const counts = { lookUps: 0, running: 0, mostRunning: 0 }
  const counted: Database = {
    ...database,
    async all(...question) {
      counts.lookUps++
      counts.running++
      counts.mostRunning = Math.max(counts.mostRunning, counts.running)
      await sleep(1)
      counts.running--
      return database.all(...question)
    },
  }
  const logger = Fastify().log
  const streams = createStreamHub(
    { database: counted, clock: () => 0, cache: createResponseCache(0) },
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
    const selection = readSelection({ depth })
    streams.open({ keyHash: hashKey(KEY), menuIds: undefined, selection }, response, undefined)
  }
  await vi.waitUntil(() => events === depths.length, PATIENTLY)
  vi.advanceTimersByTime(400)
  await vi.waitUntil(() => counts.lookUps === 2 * depths.length && counts.running === 0, PATIENTLY)

  counts.mostRunning = 0
  for (let price = 1; price <= 30; price++) {
    await database.batch([{ script: `UPDATE menu_items SET price = ${price}` }])
  }
  vi.advanceTimersByTime(400)
  await vi.waitUntil(() => events === 2 * depths.length, PATIENTLY)
  expect(counts.lookUps).toBe(3 * depths.length)
  expect(counts.mostRunning).toBeLessThanOrEqual(50)
  streams.end()
  await database.close()
})

test('work asked for while it is done is done once more, for all who asked', async () => {
  let runs = 0
  const finish: (() => void)[] = []
  const ask = coalesce(async () => {
    runs++
    await new Promise<void>((resolve) => finish.push(resolve))
  })
  const first = ask()
  await sleep(1)
  const second = ask()
  expect(ask()).toBe(second)
  expect(runs).toBe(1)
  finish.pop()?.()
  await first
  await sleep(1)
  expect(runs).toBe(2)
  finish.pop()?.()
  await second
})
