import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { hashKey, keyId } from '../src/auth/credential.ts'
import { importDocument } from '../src/document/read.ts'
import { type Database, StorageUnavailableError } from '../src/storage/database.ts'
import { openDatabase } from '../src/storage/open.ts'
import { newDatabaseUrl } from './support/database.ts'
import { group, item, KEY, menu, withKey } from './support/documents.ts'
import { NOW, PATIENT } from './support/service.ts'
import { type Listener, listen } from './support/stream.ts'

const OTHER_KEY = 'another-key'
const url = await newDatabaseUrl()
const writer = await openDatabase(url, 'create')
const database = await openDatabase(url, 'read')
let now = NOW
let watches = 0
let isAway = false
const watched: Database = {
  ...database,
  all: async (...question) => {
    if (isAway) throw new StorageUnavailableError('The database cannot be used.')
    return database.all(...question)
  },
  watch(listener) {
    watches++
    const stop = database.watch(listener)
    return () => {
      watches--
      stop()
    }
  },
}
const app = await buildApp({ database: watched, clock: () => now, limits: PATIENT })
const address = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  const closing = app.close()
  // fetch opens a connection in place of one that was aborted, and asks nothing on it.
  app.server.closeAllConnections()
  await closing
  await Promise.all([writer.close(), database.close()])
})

const items = Array.from({ length: 20 }, (_, n) => item(`${n}`, { price: n, tags: ['food'] }))
await importDocument(writer, {
  users: [{ id: 'ops', name: 'Operations' }],
  menus: [
    menu('a', { groups: [group('a', { items }), group('drinks', { tags: ['cold'], items: [item('tea')] })] }),
    menu('b', { groups: [group('b')] }),
  ],
  apiKeys: [KEY, OTHER_KEY].map((key) => ({ key, name: key, user: 'ops', menus: ['a', 'b'] })),
})

/** SQL: the other truth value. */
const FLIP = database.engine === 'postgres' ? 'NOT in_stock' : '1 - in_stock'

/** Runs SQL as any other process might. */
const change = (script: string) => writer.batch([{ script }])
const setPrice = (price: number) => change(`UPDATE menu_items SET price = ${price} WHERE id = 'item-3'`)

function open(query = '', headers: Record<string, string> = withKey): Promise<Listener> {
  return listen(`${address}/v1/groups/stream${query}`, headers)
}

async function polled(query = '', headers: Record<string, string> = withKey) {
  const answer = await fetch(`${address}/v1/groups${query}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  return { etag: answer.headers.get('etag'), body: await answer.json() }
}

describe('the stream', () => {
  test('is the answer of /v1/groups first, then a patch for each change, each with its ETag', async () => {
    for (const query of ['', '?menus=a', '?tags=cold', '?menus=a&depth=0&page=1&pageSize=1']) {
      await setPrice(1)
      const stream = await open(query)
      expect(stream.response.status).toBe(200)
      const first = await stream.next()
      const before = await polled(query)
      expect(first).toEqual({ name: 'groups', id: before.etag, data: JSON.stringify(before.body) })
      await stream.close()
    }
    const stream = await open('?menus=a')
    expect(await stream.answer()).toEqual((await polled('?menus=a')).body)
    for (const price of [10, 11.5]) {
      await setPrice(price)
      expect(await stream.answer()).toEqual((await polled('?menus=a')).body)
    }
    await stream.close()
  })

  test('carries a patch where that is shorter, else all of the answer', async () => {
    const stream = await open('?menus=a')
    await stream.next()
    await setPrice(12)
    expect(await stream.next()).toEqual({
      name: 'patch',
      id: (await polled('?menus=a')).etag,
      data: '[{"op":"replace","path":"/groups/0/items/3/price","value":12}]',
    })
    await change(
      `UPDATE menu_items SET name = id, description = 'd', price = -1, calories = 9, in_stock = ${FLIP}`,
    )
    const { etag, body } = await polled('?menus=a')
    expect(await stream.next()).toEqual({ name: 'groups', id: etag, data: JSON.stringify(body) })
    await stream.close()
  })

  test('says nothing of what it was not asked', async () => {
    const stream = await open('?tags=cold')
    await stream.next()
    await setPrice(13)
    await change("UPDATE menus SET name = 'b2' WHERE id = 'b'")
    await sleep(1000)
    await change(`UPDATE menu_items SET in_stock = ${FLIP} WHERE id = 'item-tea'`)
    expect((await stream.next())?.data).toContain('inStock')
    await stream.close()
  })

  test('goes on where a client left off: without a repeat, and with what it missed', async () => {
    const { etag } = await polled('?menus=a')
    const resumed = await open('?menus=a', { ...withKey, 'last-event-id': etag ?? '' })
    await sleep(500)
    await setPrice(14)
    expect((await resumed.next())?.name).toBe('patch')
    const late = await open('?menus=a', { ...withKey, 'last-event-id': etag ?? '' })
    const { body } = await polled('?menus=a')
    expect(await late.answer()).toEqual(body)
    await Promise.all([resumed.close(), late.close()])
  })

  test('a change of grants is a change of the answer', async () => {
    const other = { 'x-api-key': OTHER_KEY }
    const stream = await open('', other)
    await stream.answer()
    await change(`DELETE FROM api_key_menus WHERE menu_id = 'a' AND key_id = '${keyId(hashKey(OTHER_KEY))}'`)
    expect(await stream.answer()).toEqual((await polled('', other)).body)
    await change(`DELETE FROM api_key_menus WHERE menu_id = 'b' AND key_id = '${keyId(hashKey(OTHER_KEY))}'`)
    expect(await stream.answer()).toEqual({ metadata: { groups: { total: 0 } }, groups: [] })
    await stream.close()
  })

  test('many at once are looked after by one watch, which ends with the last of them', async () => {
    await until(() => watches === 0)
    const streams = await Promise.all(Array.from({ length: 30 }, (_, n) => open(n % 2 ? '?menus=a' : '')))
    for (const stream of streams) await stream.answer()
    expect(watches).toBe(1)
    await setPrice(15)
    const bodies = await Promise.all(streams.map((stream) => stream.answer()))
    const [all, onlyA] = [(await polled()).body, (await polled('?menus=a')).body]
    for (const [n, body] of bodies.entries()) expect(body).toEqual(n % 2 ? onlyA : all)
    await Promise.all(streams.map((stream) => stream.close()))
    await until(() => watches === 0)
  })

  test('while the storage is away it waits, and what changed meanwhile comes after', async () => {
    const stream = await open('?menus=a')
    await stream.answer()
    isAway = true
    await setPrice(16)
    await sleep(700)
    isAway = false
    expect(await stream.answer()).toEqual((await polled('?menus=a')).body)
    await stream.close()
  })
})

describe('who may listen', () => {
  test.each([{}, { 'x-api-key': 'unknown' }])('nobody without a valid key: 401 %o', async (headers) => {
    const { response } = await open('', headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^ApiKey/)
    expect(await (await fetch(`${address}/v1/stream-token`, { headers })).json()).toEqual({
      message: 'Invalid API key',
    })
  })

  test('parameters of the wrong form are refused as by /v1/groups', async () => {
    const { response } = await open('?depth=x')
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'The parameter depth must be a whole number, 0 or more' },
    ])
  })

  test('who has a token, in place of the key; for five minutes', async () => {
    const { token, expiresAt } = await tokenOf(KEY)
    expect(Date.parse(expiresAt)).toBe(now + 300_000)
    const stream = await open(`?menus=a&token=${token}`, {})
    expect(await stream.answer()).toEqual((await polled('?menus=a')).body)
    now += 300_000
    expect((await open(`?token=${token}`, {})).response.status).toBe(401)
    now -= 1
    expect((await open(`?token=${token}`, {})).response.status).toBe(200)
    now = NOW
    await setPrice(17)
    expect(await stream.answer()).toEqual((await polled('?menus=a')).body)
  })

  test('no token that was changed in any place, no key in its stead, and no token in the header', async () => {
    const { token } = await tokenOf(KEY)
    const { token: other } = await tokenOf(OTHER_KEY)
    const [id, expires, signature] = token.split('.')
    const forged = [
      `${other.split('.')[0]}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1000}.${signature}`,
      `${id}.${expires}.${other.split('.')[2]}`,
      `sgt_0000000000000000.${expires}.${signature}`,
      token.slice(0, -1),
      `${token}.`,
      KEY,
      '',
      'sgt_',
      '%00',
    ]
    for (const text of forged) expect((await open(`?token=${text}`, {})).response.status, text).toBe(401)
    expect((await open(`?token=${token}&token=${token}`, {})).response.status).not.toBe(200)
    expect((await open('', { 'x-api-key': token })).response.status).toBe(401)
    expect((await fetch(`${address}/v1/menus?token=${token}`)).status).toBe(401)
  })

  test('a token of another secret is none', async () => {
    const { token } = await tokenOf(KEY)
    const secret = await buildApp({ database, clock: () => now, streamTokenSecret: 'x'.repeat(16) })
    expect((await secret.inject(`/v1/groups/stream?token=${token}`)).statusCode).toBe(401)
    await secret.close()
  })

  test('a revoked key: its streams end, and its tokens open none', async () => {
    const { token } = await tokenOf(OTHER_KEY)
    const [byKey, byToken, another] = await Promise.all([
      open('', { 'x-api-key': OTHER_KEY }),
      open(`?token=${token}`, {}),
      open(),
    ])
    for (const stream of [byKey, byToken, another]) await stream.next()
    await change(
      `UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00Z' WHERE hash = '${hashKey(OTHER_KEY)}'`,
    )
    expect(await byKey.next()).toBeUndefined()
    expect(await byToken.next()).toBeUndefined()
    expect((await open(`?token=${token}`, {})).response.status).toBe(401)
    await setPrice(18)
    expect(await another.next()).toBeDefined()
  })

  test('a key that ends by itself ends its streams', async () => {
    const key = 'ending-key'
    await importDocument(writer, {
      apiKeys: [
        { key, name: key, user: 'ops', menus: ['a'], expiresAt: new Date(NOW + 60_000).toISOString() },
      ],
    })
    const stream = await open('', { 'x-api-key': key })
    await stream.next()
    now += 60_000
    expect(await stream.next()).toBeUndefined()
    now = NOW
  })
})

describe('as HTTP', () => {
  test('it can be read by pages, is not kept by anybody, and not held back by proxies', async () => {
    const { response } = await open('', { ...withKey, origin: 'https://board.example' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
    expect(response.headers.has('content-encoding')).toBe(false)
    const token = await fetch(`${address}/v1/stream-token`, { headers: withKey })
    expect(token.headers.get('cache-control')).toBe('no-store')
  })

  test('HEAD has its headers and ends, other methods are refused', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/v1/groups/stream', headers: withKey })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const post = await app.inject({ method: 'POST', url: '/v1/groups/stream', headers: withKey })
    expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('a process that is told to stop ends its streams, and those that are opened from then on', async () => {
    const stopping = new AbortController()
    const other = await buildApp({ database, limits: PATIENT, clock: () => now, stopping: stopping.signal })
    const place = await other.listen({ host: '127.0.0.1', port: 0 })
    const stream = await listen(`${place}/v1/groups/stream`, withKey)
    await stream.next()
    stopping.abort()
    expect(await stream.next()).toBeUndefined()
    const late = await listen(`${place}/v1/groups/stream`, withKey)
    expect(await late.next()).toBeUndefined()
    await other.close()
  })
})

async function tokenOf(key: string): Promise<{ token: string; expiresAt: string }> {
  const answer = await fetch(`${address}/v1/stream-token`, { headers: { 'x-api-key': key } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { token: string; expiresAt: string }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20)
}
