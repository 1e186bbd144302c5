import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { COMPRESSIONS } from '../../src/http/content-encodings.ts'
import { group, item, KEY, menu, withKey } from '../support/documents.ts'
import { type Service, startService } from '../support/service.ts'
import type { Listener } from '../support/stream.ts'

const OTHER_KEY = 'another-key'
const items = Array.from({ length: 20 }, (_, n) => item(`${n}`, { price: n, tags: ['food'] }))
const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  menus: [
    menu('a', { groups: [group('a', { items }), group('drinks', { tags: ['cold'], items: [item('tea')] })] }),
    menu('b', { groups: [group('b')] }),
  ],
  apiKeys: [KEY, OTHER_KEY].map((key) => ({ key, name: key, user: 'ops', menus: ['a', 'b'] })),
}
const service = await startService(document, { hasRealClock: true })
const { get } = service

/** Runs SQL as any other process may. */
const change = (script: string, on: Service = service) => on.runSql(script)
const setPrice = (price: number, on?: Service) =>
  change(`UPDATE menu_items SET price = ${price} WHERE id = 'item-3'`, on)

function open(query = '', headers: Record<string, string> = withKey, on = service): Promise<Listener> {
  return on.listen(`/v1/groups/stream${query}`, headers)
}

async function polled(query = '', headers: Record<string, string> = withKey, on = service) {
  const response = await on.get(`/v1/groups${query}`, { ...headers, 'accept-encoding': 'identity' })
  return { etag: String(response.headers['etag']), body: response.json() }
}

describe('the stream', () => {
  test('starts with the response of /v1/groups, then sends that of each change, each with its ETag', async () => {
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
    expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
    for (const price of [10, 11.5]) {
      await setPrice(price)
      expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
    }
    await stream.close()
  })

  test('resumes where a client left off: without repeating anything, and with the changes that it missed', async () => {
    const { etag } = await polled('?menus=a')
    const resumed = await open('?menus=a', { ...withKey, 'last-event-id': etag })
    await sleep(500)
    await setPrice(14)
    const { body } = await polled('?menus=a')
    expect(await resumed.nextBody()).toEqual(body)
    const late = await open('?menus=a', { ...withKey, 'last-event-id': etag })
    expect(await late.nextBody()).toEqual(body)
    await Promise.all([resumed.close(), late.close()])
  })

  test.each(COMPRESSIONS)('resumes with the ETag of a response in the encoding %s', async (encoding) => {
    const polledIn = await get('/v1/groups?menus=a', { ...withKey, 'accept-encoding': encoding })
    expect(polledIn.headers['content-encoding']).toBe(encoding)
    const id = String(polledIn.headers['etag'])
    const resumed = await open('?menus=a', { ...withKey, 'last-event-id': id })
    await sleep(500)
    await setPrice(encoding.length + 100)
    const { body } = await polled('?menus=a')
    expect(await resumed.nextBody()).toEqual(body)
    await resumed.close()
  })

  test('starts with the whole response unless the last id of the client is its ETag, with or without quotes', async () => {
    const { etag } = await polled('?menus=b')
    const openAfter = (id: string) => open('?menus=b', { ...withKey, 'last-event-id': id })
    for (const id of [`${etag}x`, `x${etag}`, etag.slice(0, -2), '']) {
      const stream = await openAfter(id)
      expect(await stream.next(), id).toMatchObject({ name: 'groups', id: etag })
      await stream.close()
    }
    const current = await openAfter(etag.slice(1, -1))
    await sleep(500)
    await change("UPDATE menu_groups SET name = 'changed' WHERE menu_id = 'b'")
    expect((await current.next())?.id).not.toBe(etag)
    await current.close()
  })

  test('sends an event if a change of grants changes the response', async () => {
    const other = { 'x-api-key': OTHER_KEY }
    const stream = await open('', other)
    await stream.nextBody()
    await change(
      `DELETE FROM api_key_menus WHERE menu_id = 'a' AND key_id = '${keyIdOfHash(hashKey(OTHER_KEY))}'`,
    )
    expect(await stream.nextBody()).toEqual((await polled('', other)).body)
    await change(
      `DELETE FROM api_key_menus WHERE menu_id = 'b' AND key_id = '${keyIdOfHash(hashKey(OTHER_KEY))}'`,
    )
    expect(await stream.nextBody()).toEqual({ metadata: { groups: { total: 0 } }, groups: [] })
    await stream.close()
  })

  test('sends a change to each of many clients', async () => {
    const streams = await openMany(service)
    await setPrice(15.5)
    await expectAllUpdated(streams, service)
    await Promise.all(streams.map((stream) => stream.close()))
  })

  async function openMany(on: Service): Promise<Listener[]> {
    const opening = Array.from({ length: 30 }, (_, n) => open(n % 2 ? '?menus=a' : '', withKey, on))
    const streams = await Promise.all(opening)
    for (const stream of streams) await stream.nextBody()
    return streams
  }

  async function expectAllUpdated(streams: readonly Listener[], on: Service): Promise<void> {
    const bodies = await Promise.all(streams.map((stream) => stream.nextBody()))
    const all = (await polled('', withKey, on)).body
    const onlyA = (await polled('?menus=a', withKey, on)).body
    for (const [n, body] of bodies.entries()) expect(body).toEqual(n % 2 ? onlyA : all)
  }
})

describe('access to a stream', () => {
  test.each([{}, { 'x-api-key': 'unknown' }])('without a valid key is 401: %o', async (headers) => {
    const { response } = await open('', headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^ApiKey/)
    expect((await get('/v1/stream-token', headers)).json()).toEqual({ message: 'Invalid API key' })
  })

  test('with invalid parameters is 400, as for /v1/groups', async () => {
    const { response } = await open('?depth=x')
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'The parameter depth must be a whole number, 0 or more' },
    ])
  })

  test('is possible with a token in place of the key', async () => {
    const { token, expiresAt } = await tokenOf(KEY)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    const stream = await open(`?menus=a&token=${token}`, {})
    expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
    await setPrice(17)
    expect(await stream.nextBody()).toEqual((await polled('?menus=a')).body)
    await stream.close()
  })

  test('is 401 with a token that was changed anywhere, with a key in place of the token, or with a token in the header', async () => {
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
    const doubled = (await open(`?token=${token}&token=${token}`, {})).response
    expect([doubled.status, await doubled.json()]).toEqual([401, { message: 'Invalid API key' }])
    expect((await open('', { 'x-api-key': token })).response.status).toBe(401)
    expect((await get(`/v1/menus?token=${token}`)).statusCode).toBe(401)
  })

  test('ends when the key is revoked, and its tokens open no more streams', async () => {
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
    await another.close()
  })
})

describe('a stream over HTTP', () => {
  test('can be read by pages, is never cached, and is not buffered by proxies', async () => {
    const { response, close } = await open('', { ...withKey, origin: 'https://board.example' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
    expect(response.headers.has('content-encoding')).toBe(false)
    await close()
    expect((await get('/v1/stream-token', withKey)).headers['cache-control']).toBe('no-store')
  })

  test('has the same headers for HEAD, which ends at once; other methods are 405', async () => {
    const head = await service.send({ method: 'HEAD', url: '/v1/groups/stream', headers: withKey })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const post = await service.send({ method: 'POST', url: '/v1/groups/stream', headers: withKey })
    expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

async function tokenOf(key: string, on = service): Promise<{ token: string; expiresAt: string }> {
  const response = await on.get('/v1/stream-token', { 'x-api-key': key })
  expect(response.statusCode).toBe(200)
  return response.json<{ token: string; expiresAt: string }>()
}
