import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { createKey, hashKey } from '../../src/auth/credential.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Database } from '../../src/storage/database.ts'
import { connectTo } from '../support/connection.ts'
import { openMemory } from '../support/database.ts'
import { device, group, item, KEY, menu } from '../support/documents.ts'
import { PATIENT } from '../support/service.ts'
import { areDistinguishable, medianMs } from '../support/timing.ts'

const REVOKED = createKey()
const UNKNOWN = createKey()
/** How much longer a forbidden resource takes in the test of the method: at least this long. */
const MIN_DELAY_MS = 0.1

const groups = Array.from({ length: 20 }, (_, n) => group(`g${n}`, { items: [item(`i${n}`)] }))
const key = { name: 'x', user: 'ops', scopes: ['device:read', 'menu:write'], menus: ['granted'] }
/** Each has the same items as the others. */
const chain = Array.from({ length: 50 }, (_, n) =>
  menu(`chain-${n}`, { groups: [group('c', { items: [item('c')] })] }),
)
const document = {
  users: ['ops', 'others'].map((id) => ({ id, name: id })),
  devices: [
    device('readable'),
    device('forbidden', { access: [{ user: 'others', level: 'read' }] }),
    device('publishes', { access: [{ user: 'ops', level: 'publish' }] }),
  ],
  menus: [menu('granted'), menu('forbidden', { groups }), ...chain],
  apiKeys: [
    { ...key, key: KEY },
    { ...key, key: REVOKED, revokedAt: '2026-01-01T00:00:00Z' },
    { ...key, key: 'scopeless', scopes: [] },
  ],
}

const database = await openMemory()
await importDocument(database, document)
afterAll(() => database.close())

/** Starts a service, whose database may be slowed down. @returns a function that prepares requests to it */
async function listen(slow: Partial<Database> = {}) {
  const app = await buildApp({
    database: { ...database, ...slow },
    writableDatabase: database,
    limits: PATIENT,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const connection = connectTo(`http://127.0.0.1:${port}`)
  afterAll(async () => {
    connection.close()
    await app.close()
  })
  return (path: string, apiKey = KEY, method: 'GET' | 'PATCH' = 'GET') => {
    const headers = { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` }
    return async () => (await connection.send(method, path, headers)).status
  }
}

const prepare = await listen()

describe('missing and forbidden resources take the same time', () => {
  test.each([
    ['a device that another user may read', '/devices/forbidden', '/devices/unknownxx', 404],
    ['a device that may only be published to', '/devices/publishes', '/devices/unknownxx', 404],
    ['the groups of a menu', '/v1/menus/forbidden/groups/options', '/v1/menus/unknownxx/groups/options', 404],
    ['a menu to filter by', '/v1/groups?menus=forbidden', '/v1/groups?menus=unknownxx', 200],
    ['a group to filter by', '/v1/groups?groups=group-g1', '/v1/groups?groups=unknown-1', 200],
  ])('%s', async (_, forbidden, missing, status) => {
    for (const path of [forbidden, missing]) expect(await prepare(path)()).toBe(status)
    expect(await areDistinguishable(prepare(forbidden), prepare(missing))).toBe(false)
  })

  test.each([
    ['an item of another menu', '/v1/items/item-i1', '/v1/items/unknown'],
    [
      'an item of another menu, by its menu',
      '/v1/items/item-i1?menu=forbidden',
      '/v1/items/unknown?menu=forbidden',
    ],
    [
      'an item of a menu, by another menu',
      '/v1/items/item-i1?menu=forbidden',
      '/v1/items/item-i1?menu=unknownxx',
    ],
    ['an item of fifty other menus', '/v1/items/item-c', '/v1/items/unknow'],
  ])('a change of %s', async (_, forbidden, missing) => {
    const [one, other] = [forbidden, missing].map((path) => prepare(path, KEY, 'PATCH'))
    if (!one || !other) throw new Error('There are two requests.')
    for (const send of [one, other]) expect(await send()).toBe(404)
    expect(await areDistinguishable(one, other)).toBe(false)
  })

  test('any device, without the scope', async () => {
    for (const path of ['/devices/readable', '/devices/unknownx']) {
      expect(await prepare(path, 'scopeless')()).toBe(403)
    }
    const [existing, missing] = [
      prepare('/devices/readable', 'scopeless'),
      prepare('/devices/unknownx', 'scopeless'),
    ]
    expect(await areDistinguishable(existing, missing)).toBe(false)
  })
})

test.each(['/devices/readable', '/v1/menus'])(
  '%s: a revoked key and an unknown key take the same time',
  async (path) => {
    for (const rejected of [REVOKED, UNKNOWN]) expect(await prepare(path, rejected)()).toBe(401)
    expect(await areDistinguishable(prepare(path, REVOKED), prepare(path, UNKNOWN))).toBe(false)
  },
)

// PostgreSQL and a busy machine vary by more than the smallest delay, so it is relative to the time of a request.
test('a little more work for a forbidden resource is detected', { retry: 4 }, async () => {
  const delayMs = Math.max(MIN_DELAY_MS, (await medianMs(prepare('/devices/unknownxx'))) / 3)
  const prepareSlow = await listen({
    get: (query) => {
      if (query.parameters?.includes('forbidden')) work(delayMs)
      return database.get(query)
    },
  })
  expect(await areDistinguishable(prepareSlow('/devices/forbidden'), prepareSlow('/devices/unknownxx'))).toBe(
    true,
  )
})

function work(forMs: number): void {
  const endMs = performance.now() + forMs
  while (performance.now() < endMs);
}

describe('a key of the form sgn_… with a wrong checksum', async () => {
  const queries: unknown[] = []
  const observed: Partial<Database> = {
    get: (query) => {
      queries.push(query)
      return database.get(query)
    },
    all: (query) => {
      queries.push(query)
      return database.all(query)
    },
    readTogether: (several) => {
      queries.push(...several)
      return database.readTogether(several)
    },
  }
  const prepareObserved = await listen(observed)
  /** Jobs of the service query the database, too. */
  const wasLookedUp = (apiKey: string) => JSON.stringify(queries).includes(hashKey(apiKey))

  test.each(['/devices/readable', '/v1/menus', '/v1/menus/granted/groups/options', '/v1/groups'])(
    '%s: is rejected without a database query',
    async (path) => {
      const mistyped = `${UNKNOWN.slice(0, -1)}${UNKNOWN.endsWith('0') ? '1' : '0'}`
      queries.length = 0
      for (const apiKey of [mistyped, UNKNOWN]) expect(await prepareObserved(path, apiKey)()).toBe(401)
      expect([mistyped, UNKNOWN].map(wasLookedUp)).toEqual([false, true])
    },
  )
})
