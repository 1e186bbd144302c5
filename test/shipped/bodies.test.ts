import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { killRunning, type ServingCommand, startServing } from '../support/command.ts'
import { signage } from '../support/commands.ts'
import { temporaryFolder } from '../support/database.ts'
import { device, group, item, menu } from '../support/documents.ts'
import { headOf, inChunksOfOneByte, memoryOf, type SlowClient, sendSlowly } from '../support/slow-clients.ts'
import { stop } from '../support/stop-service.ts'

/* What clients that never finish their bodies can hold of the packed command, while another client is served. */

afterAll(killRunning)
const place = temporaryFolder()
const folder = join(place, 'empty')
mkdirSync(folder)
const SLOW_KEYS = Array.from({ length: 6 }, (_, n) => `slow-key-${n}`)
const [SLOW = ''] = SLOW_KEYS
const OTHER = 'key-of-another'
const WITHOUT_SCOPE = 'key-without-scopes'
const WITHOUT_GRANT = 'key-without-grants'
const REVOKED = 'key-that-was-revoked'
const SCOPES = ['menu:write', 'device:heartbeat', 'alert:mute', 'device:read']
const documentFile = join(place, 'document.json')
writeFileSync(
  documentFile,
  JSON.stringify({
    users: ['ops', 'nobody'].map((id) => ({ id, name: id })),
    sites: [{ id: 's', name: 'Site', timezone: 'UTC' }],
    devices: [device('d', { site: 's', access: [{ user: 'ops', level: 'update' }] })],
    menus: [menu('m', { groups: [group('g', { items: [item('a')] })] })],
    apiKeys: [
      ...[...SLOW_KEYS, OTHER].map((key) => ({ key, name: key, user: 'ops', scopes: SCOPES, menus: ['m'] })),
      { key: WITHOUT_SCOPE, name: 'No scopes', user: 'ops', scopes: [], menus: ['m'] },
      { key: WITHOUT_GRANT, name: 'No grants', user: 'nobody', scopes: SCOPES, menus: [] },
      { key: REVOKED, name: 'Revoked', user: 'ops', scopes: SCOPES, menus: ['m'], revokedAt: '-PT1M' },
    ],
  }),
)

const MAX_CONNECTIONS = 200
/** Of these, so many are left for others. */
const LEFT = 10
const MIB = 1024 * 1024

async function start(environment: Record<string, string> = {}): Promise<ServingCommand> {
  const DATABASE_URL = join(place, `${Object.values(environment).join('-') || 'plain'}.db`)
  const given = { MAX_EVENT_LOOP_DELAY_MS: '0', DATABASE_URL, CHANGES: 'on', ...environment }
  const { code, stderr } = await signage(['import', documentFile], {
    cwd: folder,
    environment: { HOME: folder, ...given },
  })
  expect(stderr).not.toContain('rror')
  expect(code).toBe(0)
  return startServing({ command: inject('command'), folder, environment: given })
}

const headersOf = (key = '') => ({
  'x-api-key': key,
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})
const HEARTBEAT = ['POST', '/devices/d/heartbeats'] as const
const MUTE = ['PUT', '/devices/d/mute'] as const
const PATCH = ['PATCH', '/v1/items/item-a'] as const
const REPLACE = ['PUT', '/v1/menus/m'] as const

/** What another client does meanwhile. @returns the statuses of its responses */
async function serveAnother({ address }: ServingCommand, key = OTHER): Promise<number[]> {
  const headers = headersOf(key)
  const body = JSON.stringify({ price: 1 })
  const beat = await fetch(`${address}${HEARTBEAT[1]}`, { method: 'POST', headers })
  const patched = await fetch(`${address}${PATCH[1]}`, { method: 'PATCH', headers, body })
  const read = await fetch(`${address}/v1/menus`, { headers })
  return [beat.status, patched.status, read.status]
}

const LARGEST_PATCH_BYTES = 2_668_384
const ONE_BYTE_CHUNKS = inChunksOfOneByte(' '.repeat(64 * 1024))

describe('as many connections as are allowed, each with a body that lacks its last byte', () => {
  test.each([
    ['heartbeats', HEARTBEAT, 1024],
    ['heartbeats that are too large', HEARTBEAT, 5 * MIB],
    ['mutes', MUTE, 1024],
    ['patches', PATCH, LARGEST_PATCH_BYTES],
    ['menus', REPLACE, 5 * MIB],
  ] as const)('%s take little memory, and another client is served', async (_, [method, path], bytes) => {
    const server = await start({ MAX_CONNECTIONS: `${MAX_CONNECTIONS}` })
    expect(await serveAnother(server)).toEqual([204, 200, 200])
    const before = memoryOf(server.child.pid)
    const unfinished = Buffer.alloc(bytes - 1, ' ')
    const clients: SlowClient[] = []
    for (let n = 0; n < MAX_CONNECTIONS - LEFT; n++) {
      const isChunked = n % 2 === 1
      const framing = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }
      const head = headOf(method, path, { ...headersOf(SLOW_KEYS[n % SLOW_KEYS.length]), ...framing })
      clients.push(await sendSlowly(server.address, head, isChunked ? ONE_BYTE_CHUNKS : unfinished))
    }
    await Promise.all(clients.map((client) => client.sent()))
    let highest = 0
    for (let n = 0; n < 5; n++) {
      expect(await serveAnother(server)).toEqual([204, 200, 200])
      highest = Math.max(highest, memoryOf(server.child.pid))
    }
    // Where bodies were not limited, this was from 6 to 10.
    expect(highest / before).toBeLessThan(3)
    for (const client of clients) client.close()
    await stop(server)
  })
})

test('as many connections as are allowed, each with unfinished headers, take little memory', async () => {
  const server = await start({ MAX_CONNECTIONS: '1600', HEADERS_TIMEOUT: '60', REQUEST_TIMEOUT: '60' })
  await serveAnother(server)
  const before = memoryOf(server.child.pid)
  const headers = 'ab:\r\n'.repeat(6000)
  const clients: SlowClient[] = []
  for (let n = 0; n < 1590; n++)
    clients.push(await sendSlowly(server.address, 'GET / HTTP/1.1\r\nHost: x\r\n', headers))
  await Promise.all(clients.map((client) => client.sent()))
  for (let n = 0; n < 5; n++) expect(await serveAnother(server)).toEqual([204, 200, 200])
  // Where all of them were kept, this was 3 and more.
  expect(memoryOf(server.child.pid) / before).toBeLessThan(2)
  for (const client of clients) client.close()
  await stop(server)
})

test('a body in chunks of one byte takes about as much memory as its bytes', async () => {
  const server = await start({ REQUEST_TIMEOUT: '600' })
  await serveAnother(server)
  const before = memoryOf(server.child.pid)
  const head = headOf(...REPLACE, { ...headersOf(SLOW), 'transfer-encoding': 'chunked' })
  const client = await sendSlowly(server.address, head, ...Array<string>(32).fill(ONE_BYTE_CHUNKS))
  await client.sent()
  expect(await serveAnother(server)).toEqual([204, 200, 200])
  // As a list of chunks, it took more than 500 MB.
  expect(memoryOf(server.child.pid) / before).toBeLessThan(2.5)
  client.close()
  await stop(server)
})

describe('a body is received only where it can be of use', async () => {
  const FRAMINGS = [
    { 'content-length': 512 },
    { 'content-length': 512, expect: '100-continue' },
    { 'transfer-encoding': 'chunked' },
    { 'transfer-encoding': 'chunked', expect: '100-continue' },
  ]
  const writing = [HEARTBEAT, MUTE, ['DELETE', MUTE[1]], ['PUT', '/sites/s/mute'], PATCH, REPLACE] as const
  const reading = [
    ['GET', '/v1/menus'],
    ['GET', '/devices/d'],
    ['GET', '/livez'],
    ['HEAD', '/v1/groups'],
    ['OPTIONS', '/v1/groups'],
  ] as const
  const unknown = [
    ['POST', '/v1/nothing', 404],
    ['PUT', '/v1/menus', 405],
    ['PATCH', '/v1/menus/m', 405],
    ['POST', '/livez', 405],
    ['DELETE', '/devices/d', 405],
  ] as const
  const on = await start({ WORKERS: '1' })
  const off = await start({ CHANGES: 'off' })

  /** Sends the head of a request with a body that never comes. */
  async function statusesOf(server: ServingCommand, key: string, [method, path]: readonly string[]) {
    const found: unknown[] = []
    for (const framing of FRAMINGS) {
      const head = headOf(method, path, { ...headersOf(key), ...framing })
      const client = await sendSlowly(server.address, head)
      await expect.poll(client.status, { message: head }).toBeDefined()
      expect(client.received()).not.toContain('100 Continue')
      found.push(client.status())
      client.close()
    }
    return new Set(found)
  }

  test.each([
    ['no key', '', 401],
    ['a wrong key', 'wrong', 401],
    ['a key that was revoked', REVOKED, 401],
    ['a key without the scope', WITHOUT_SCOPE, 403],
    ['a key that may not change this', WITHOUT_GRANT, 404],
  ])('not with %s', async (_, key, status) => {
    for (const route of writing)
      expect(await statusesOf(on, key, route), `${route}`).toEqual(new Set([status]))
  })

  test('not where the path or the method is unknown, whatever the key', async () => {
    for (const [method, path, status] of unknown)
      for (const key of ['', 'wrong', OTHER])
        expect(await statusesOf(on, key, [method, path]), path).toEqual(new Set([status]))
  })

  test('not by routes that read', async () => {
    for (const server of [on, off])
      for (const route of reading) {
        const [status] = await statusesOf(server, OTHER, route)
        expect([200, 204], `${route}`).toContain(status)
      }
  })

  test('not at all without CHANGES', async () => {
    for (const route of writing) {
      const [status, ...others] = await statusesOf(off, OTHER, route)
      expect([404, 405]).toContain(status)
      expect(others).toEqual([])
    }
  })

  test('also where the same key has sent heartbeats without a body, which take the fast path', async () => {
    for (let n = 0; n < 3; n++) expect(await serveAnother(on)).toEqual([204, 200, 200])
    const statusOf = async (framing: Record<string, string | number>, body: string) => {
      const head = headOf(...HEARTBEAT, { ...headersOf(OTHER), ...framing })
      const client = await sendSlowly(on.address, head, body)
      await expect.poll(client.status).toBeDefined()
      client.close()
      return client.status()
    }
    const chunked = { 'transfer-encoding': 'chunked' }
    expect(await statusOf({ 'content-length': 0 }, '')).toBe(204)
    expect(await statusOf({ 'content-length': 7 }, '{"a":1}')).toBe(400)
    expect(await statusOf({ 'content-length': 1025 }, '')).toBe(413)
    expect(await statusOf(chunked, '7\r\n{"a":1}\r\n0\r\n\r\n')).toBe(400)
    expect(await statusOf(chunked, `401\r\n${' '.repeat(1025)}\r\n`)).toBe(413)
    expect(await statusOf(chunked, '0\r\n\r\n')).toBe(204)
  })

  test('but with a key that may change this', async () => {
    for (const [method, path] of writing) {
      for (const framing of FRAMINGS.filter(({ expect: expectation }) => expectation)) {
        const client = await sendSlowly(on.address, headOf(method, path, { ...headersOf(OTHER), ...framing }))
        await expect.poll(client.received).toMatch(/^HTTP\/1\.1 100 Continue\r\n/)
        client.close()
      }
    }
    await stop(on)
    await stop(off)
  })
})

describe('while slow clients send the largest menus', async () => {
  const server = await start({ REQUEST_TIMEOUT: '600' })
  const ask = (key: string) =>
    sendSlowly(
      server.address,
      headOf(...REPLACE, { ...headersOf(key), 'content-length': 5 * MIB, expect: '100-continue' }),
    )
  const answerTo = async (client: SlowClient) => {
    await expect.poll(client.received).toMatch(/\r\n\r\n/)
    return client.status() ?? 100
  }
  const askedBy = async (key: string, count: number) => {
    const clients = await Promise.all(Array.from({ length: count }, () => ask(key)))
    for (const client of clients) expect(await answerTo(client)).toBe(100)
    return clients
  }
  const tryAgain = (key: string) => async () => {
    const client = await ask(key)
    const answer = await answerTo(client)
    client.close()
    return answer
  }
  const MENU = JSON.stringify(menu('m', { groups: [group('g', { items: [item('a')] })] }))

  test('a fourth of the same key is 429, and what is small, or of another key, is not', async () => {
    const clients = await askedBy(SLOW, 3)
    const fourth = await ask(SLOW)
    expect(await answerTo(fourth)).toBe(429)
    expect(fourth.received()).toMatch(/^retry-after: 1\r$/im)
    for (const key of [SLOW, OTHER]) expect(await serveAnother(server, key)).toEqual([204, 200, 200])
    expect(await tryAgain(OTHER)()).toBe(100)
    for (const client of clients) client.close()
    await expect.poll(tryAgain(SLOW)).toBe(100)
  })

  test('a body of unknown length ends where there is no room for more of it', async () => {
    const clients = await askedBy(SLOW, 3)
    const head = headOf(...PATCH, { ...headersOf(SLOW), 'transfer-encoding': 'chunked' })
    const client = await sendSlowly(server.address, head, `1fffff\r\n${' '.repeat(0x1fffff)}\r\n`)
    expect(await answerTo(client)).toBe(429)
    expect(client.received()).toMatch(/^connection: close\r$/im)
    for (const each of clients) each.close()
    await expect.poll(tryAgain(SLOW)).toBe(100)
  })

  test('a body that was refused is discarded, and the connection goes on', async () => {
    const clients = await askedBy(SLOW, 3)
    const head = headOf(...REPLACE, { ...headersOf(SLOW), 'content-length': 5 * MIB })
    const client = await sendSlowly(server.address, head, Buffer.alloc(5 * MIB), headOf('GET', '/livez', {}))
    await expect.poll(client.received).toMatch(/^HTTP\/1\.1 429 .*HTTP\/1\.1 200 /s)
    for (const each of [client, ...clients]) each.close()
    await expect.poll(tryAgain(SLOW)).toBe(100)
  })

  test('of many keys, more is 503, and what is small is not', async () => {
    const clients = (await Promise.all(SLOW_KEYS.slice(0, 4).map((key) => askedBy(key, 3)))).flat()
    const more = await ask(OTHER)
    expect(await answerTo(more)).toBe(503)
    expect(more.received()).toMatch(/^retry-after: 1\r$/im)
    expect(await serveAnother(server)).toEqual([204, 200, 200])
    for (const client of clients) client.close()
    await expect.poll(tryAgain(OTHER)).toBe(100)
  })

  test('what is answered is held no more', async () => {
    for (let n = 0; n < 20; n++) {
      const response = await fetch(`${server.address}${REPLACE[1]}`, {
        method: 'PUT',
        headers: headersOf(SLOW),
        body: MENU + ' '.repeat(5 * MIB - MENU.length),
      })
      expect(response.status).toBe(200)
    }
    await stop(server)
  })
})
