import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { DEFAULT_RATE_LIMITS } from '../../src/auth/rate-limits.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Database } from '../../src/storage/database.ts'
import { openMemory } from '../support/database.ts'
import { device, group, item, menu } from '../support/documents.ts'
import { NOW, PATIENT } from '../support/service.ts'

/*
 * The invariant of the fast path: its response equals that of the full path to the same request at the same time,
 * except for the request id. Two services read one database with one clock; one of them has no fast path.
 */

const database = await openMemory()
let nowMs = NOW
let keyLookups = 0
const counted: Database = {
  ...database,
  all: (query) => {
    keyLookups++
    return database.all(query)
  },
  get: (query) => {
    if (query.sql.includes('api_keys')) keyLookups++
    return database.get(query)
  },
}

const items = Array.from({ length: 30 }, (_, n) => item(`i${n}`, { tags: n % 2 ? ['hot'] : [] }))
const reader = { user: 'ops', scopes: ['device:read'], menus: ['a', 'b'] }
const document = () => ({
  users: [
    { id: 'ops', name: 'Operations' },
    { id: 'other', name: 'Other' },
  ],
  devices: [
    device('d1', { last_heartbeat_at: new Date(NOW - 200_000).toISOString() }),
    device('d2', { access: [{ user: 'other', level: 'read' }] }),
  ],
  menus: [menu('a', { groups: [group('a1', { items })] }), menu('b', { groups: [group('b1')] })],
  apiKeys: [
    { ...reader, key: 'first-key', name: 'first' },
    { ...reader, key: 'other-key', name: 'other', user: 'other', menus: ['b'] },
    { ...reader, key: 'short-key', name: 'short', expiresAt: new Date(NOW + 300_000).toISOString() },
  ],
})
await importDocument(database, document(), { clock: () => NOW })

async function listen(source: Database, hasFastPath: boolean): Promise<string> {
  const app = await buildApp({
    database: source,
    clock: () => nowMs,
    corsOrigin: ['https://a.example'],
    limits: PATIENT,
    // Requests that are counted by key always take the full path.
    ...(hasFastPath ? {} : { rateLimits: { ...DEFAULT_RATE_LIMITS, requestsPerMinute: 1e9 } }),
  })
  afterAll(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}
afterAll(() => database.close())
const fast = await listen(counted, true)
const full = await listen(database, false)

interface RandomRequest {
  readonly path: string
  readonly key: string
  readonly encoding: string | undefined
  readonly origin: string | undefined
  readonly condition: 'none' | 'last' | 'other'
}

const aRequest: fc.Arbitrary<RandomRequest> = fc.record({
  path: fc.constantFrom(
    '/v1/groups',
    '/v1/groups?menus=a',
    '/v1/groups?tags=hot&depth=1',
    '/v1/groups?depth=x',
    '/v1/menus',
    '/v1/menus/a/groups/options',
    '/devices/d1',
    '/devices/d2',
    '/devices/D1?x=1',
    '/devices/missing',
    '/devices/d%31',
    '/devices/d1?',
    '/devices',
  ),
  key: fc.constantFrom('first-key', 'short-key', 'short-key', 'other-key', 'unknown-key'),
  encoding: fc.constantFrom(undefined, 'gzip', 'br, gzip;q=0.5'),
  origin: fc.constantFrom(undefined, 'https://a.example', 'https://b.example'),
  condition: fc.constantFrom('none', 'none', 'last', 'other'),
})

const CHANGES = [
  "UPDATE menus SET name = name || '!' WHERE id = 'a'",
  "UPDATE menu_items SET price = coalesce(price, 0) + 1 WHERE id = 'item-i3'",
  "UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00Z' WHERE name = 'first'",
  "UPDATE api_keys SET revoked_at = NULL WHERE name = 'first'",
  "UPDATE api_keys SET scopes = '[]' WHERE name = 'other'",
  "DELETE FROM api_key_menus WHERE menu_id = 'a'",
  "INSERT INTO api_key_menus (key_id, menu_id) SELECT id, 'a' FROM api_keys WHERE true ON CONFLICT DO NOTHING",
  "DELETE FROM api_keys WHERE name = 'first'",
  "DELETE FROM device_access WHERE device_id = 'd1'",
  "INSERT INTO device_access (user_id, device_id, level) VALUES ('ops', 'd1', 'read') ON CONFLICT DO NOTHING",
  "UPDATE devices SET last_heartbeat_at = '2026-01-15T12:01:00Z'",
  "UPDATE devices SET name = name || '?' WHERE id = 'd1'",
]

/** Requests with the same key and path before and after something that may change the response. */
const aStep = fc.record({
  before: aRequest,
  between: fc.oneof(
    fc.constant({}),
    fc.record({ change: fc.constantFrom(...CHANGES) }),
    fc.record({ passMs: fc.constantFrom(1, 99_999, 100_001, 300_000, 300_000) }),
  ),
  /** The fields in which the second request differs from the first. */
  other: fc.oneof(
    fc.constant({}),
    aRequest.map(({ key }) => ({ key })),
    aRequest.map(({ encoding }) => ({ encoding })),
    aRequest.map(({ origin }) => ({ origin })),
    aRequest.map(({ condition }) => ({ condition })),
  ),
})

async function send(address: string, { path, key, encoding, origin }: RandomRequest, etag?: string) {
  const headers = {
    'x-api-key': key,
    authorization: `Bearer ${key}`,
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    ...(origin === undefined ? {} : { origin }),
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  }
  const [received] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    request(`${address}${path}`, { headers, agent: false }, (response) => resolve([response]))
      .on('error', reject)
      .end()
  })
  const { date: _, 'x-request-id': __, ...rest } = received.headers
  return { status: received.statusCode, headers: rest, body: (await buffer(received)).toString('base64') }
}

test('for random requests, keys, changes and times, both paths send the same response', async () => {
  let repeats = 0
  let requests = 0
  const sequence = fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 12 }), async (steps) => {
    nowMs = NOW
    await importDocument(database, document(), { clock: () => NOW })
    const etags = new Map<string, string>()
    const compare = async (request: RandomRequest) => {
      const { path, condition } = request
      const etag = condition === 'other' ? '"other"' : condition === 'last' ? etags.get(path) : undefined
      const before = keyLookups
      const response = await send(fast, request, etag)
      requests++
      if (keyLookups === before && (response.status ?? 500) < 400) repeats++
      expect(response).toEqual(await send(full, request, etag))
      etags.set(path, response.headers.etag ?? '')
    }
    for (const { before, between, other } of steps) {
      for (let n = 0; n < 2; n++) await compare(before)
      if ('change' in between) await database.batch([{ script: between.change }])
      if ('passMs' in between) nowMs += between.passMs
      await compare({ ...before, ...other })
    }
  })
  await fc.assert(sequence, { numRuns: 40 })
  // Without this, the property would also hold if the fast path handled nothing. Random requests repeat about an eighth.
  expect(repeats).toBeGreaterThan(requests / 25)
})
