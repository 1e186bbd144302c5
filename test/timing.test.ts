import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { createKey } from '../src/auth/credential.ts'
import type { Database } from '../src/storage/database.ts'
import { importDocument } from '../src/transfer/import.ts'
import { openMemory } from './support/database.ts'
import { device, group, item, KEY, menu } from './support/documents.ts'
import { PATIENT } from './support/service.ts'
import { canBeToldApart } from './support/timing.ts'

const REVOKED = createKey()
const UNKNOWN = createKey()
const DELAY_MS = 0.1

const groups = Array.from({ length: 20 }, (_, n) => group(`g${n}`, { items: [item(`i${n}`)] }))
const key = { name: 'x', user: 'ops', scopes: ['device:read'], menus: ['granted'] }
const document = {
  users: ['ops', 'others'].map((id) => ({ id, name: id })),
  devices: [
    device('readable'),
    device('forbidden', { access: [{ user: 'others', level: 'read' }] }),
    device('publishes', { access: [{ user: 'ops', level: 'publish' }] }),
  ],
  menus: [menu('granted'), menu('forbidden', { groups })],
  apiKeys: [
    { ...key, key: KEY },
    { ...key, key: REVOKED, revokedAt: '2026-01-01T00:00:00Z' },
    { ...key, key: 'scopeless', scopes: [] },
  ],
}

const database = await openMemory()
await importDocument(database, document)
afterAll(() => database.close())

/** A service that listens, over a database that may take its time. @returns how to ask it */
async function listen(slow: Partial<Database> = {}) {
  const app = await buildApp({ database: { ...database, ...slow }, limits: PATIENT })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterAll(async () => {
    agent.destroy()
    await app.close()
  })
  return (path: string, apiKey = KEY) => {
    const headers = { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` }
    return () =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode))
        }).on('error', reject)
      })
  }
}

const ask = await listen()

describe('what is missing and what is forbidden take the same time', () => {
  test.each([
    ['a device that another may read', '/devices/forbidden', '/devices/unknownxx', 404],
    ['a device that may only be published to', '/devices/publishes', '/devices/unknownxx', 404],
    ['the groups of a menu', '/v1/menus/forbidden/groups/options', '/v1/menus/unknownxx/groups/options', 404],
    ['a menu to filter by', '/v1/groups?menus=forbidden', '/v1/groups?menus=unknownxx', 200],
    ['a group to filter by', '/v1/groups?groups=group-g1', '/v1/groups?groups=unknown-1', 200],
  ])('%s', { timeout: 60_000 }, async (_, forbidden, missing, status) => {
    for (const path of [forbidden, missing]) expect(await ask(path)()).toBe(status)
    expect(await canBeToldApart(ask(forbidden), ask(missing))).toBe(false)
  })

  test('without the scope, any device', { timeout: 60_000 }, async () => {
    for (const path of ['/devices/readable', '/devices/unknownx']) {
      expect(await ask(path, 'scopeless')()).toBe(403)
    }
    const [there, missing] = [ask('/devices/readable', 'scopeless'), ask('/devices/unknownx', 'scopeless')]
    expect(await canBeToldApart(there, missing)).toBe(false)
  })
})

test.each(['/devices/readable', '/v1/menus'])(
  '%s: a key that was revoked and one that never was take the same time',
  { timeout: 60_000 },
  async (path) => {
    for (const refused of [REVOKED, UNKNOWN]) expect(await ask(path, refused)()).toBe(401)
    expect(await canBeToldApart(ask(path, REVOKED), ask(path, UNKNOWN))).toBe(false)
  },
)

// On a machine that is busy with other tests a small difference may take a second look.
test('a little more work for what is forbidden would be noticed', { timeout: 60_000, retry: 4 }, async () => {
  const askSlow = await listen({
    get: (sql, ...parameters) => {
      if (parameters.includes('forbidden')) work(DELAY_MS)
      return database.get(sql, ...parameters)
    },
  })
  expect(await canBeToldApart(askSlow('/devices/forbidden'), askSlow('/devices/unknownxx'))).toBe(true)
})

function work(forMs: number): void {
  const endMs = performance.now() + forMs
  while (performance.now() < endMs);
}

describe('a key of ours with a wrong checksum', async () => {
  let calls = 0
  const counted: Partial<Database> = {
    get: (...question) => {
      calls++
      return database.get(...question)
    },
    all: (...question) => {
      calls++
      return database.all(...question)
    },
    snapshot: (...question) => {
      calls++
      return database.snapshot(...question)
    },
  }
  const askCounted = await listen(counted)

  test.each(['/devices/readable', '/v1/menus', '/v1/menus/granted/groups/options', '/v1/groups'])(
    '%s: is refused without asking the database',
    async (path) => {
      const mistyped = `${UNKNOWN.slice(0, -1)}${UNKNOWN.endsWith('0') ? '1' : '0'}`
      calls = 0
      expect(await askCounted(path, mistyped)()).toBe(401)
      expect(calls).toBe(0)
      expect(await askCounted(path, UNKNOWN)()).toBe(401)
      expect(calls).toBe(1)
    },
  )
})
