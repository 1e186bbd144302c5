import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { revokeKeyStatement } from '../../src/auth/queries/keys.ts'
import { createHeartbeatReporter } from '../../src/device/heartbeats/record.ts'
import { createServicePresence, findLastPresenceMs } from '../../src/device/outages/service-presence.ts'
import { importDocument } from '../../src/documents/import.ts'
import { HttpError } from '../../src/http/http-error.ts'
import { listChangeLog } from '../../src/menu/write/queries/change-log.ts'
import {
  type Database,
  type Statement,
  StorageConstraintError,
  StorageOperatorError,
  StorageUnavailableError,
} from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createWriteQueue, type WriteQueue } from '../../src/storage/write-queue.ts'
import { withWriteWarnings } from '../../src/storage/write-warnings.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device, group, item, menu, withBearer, withKey } from '../support/documents.ts'
import { holdLock } from '../support/hold-lock.ts'
import { NOW, PATIENT } from '../support/service.ts'

const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: ['a', 'b', 'c'].map((id) => device(id, { access: [{ user: 'ops', level: 'update' }] })),
  menus: [menu('m', { groups: [group('g', { items: [item('soup'), item('bread')] })] })],
  apiKeys: [
    {
      key: withKey['x-api-key'],
      name: 'Kitchen',
      user: 'ops',
      scopes: ['menu:write', 'device:heartbeat', 'device:read'],
      menus: ['m'],
    },
  ],
}

const KEY_ID = keyIdOfHash(hashKey(withKey['x-api-key']))
const REVOKE = revokeKeyStatement(new Date(NOW).toISOString(), KEY_ID)

async function open(imported: object = document) {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  await importDocument(database, structuredClone(imported), { clock: () => NOW })
  const writableDatabase = await openDatabase(url, 'server-write')
  onTestFinished(() => Promise.all([database.close(), writableDatabase.close()]).then(() => {}))
  return { url, database, writableDatabase }
}

const setPrice = (id: string, price: number) =>
  function* (): Generator<Statement, number> {
    yield { sql: 'UPDATE menu_items SET price = ? WHERE id = ?', parameters: [price, id] }
    return price
  }

/** Counts the transactions of a database. */
function counted(database: Database) {
  let transactions = 0
  const batch = (statements: Iterable<Statement>) => {
    transactions++
    return database.batch(statements)
  }
  return { database: { ...database, batch }, transactions: () => transactions }
}

/** Records heartbeats as a service does. */
function recorderOn(queue: WriteQueue) {
  const clock = () => NOW
  return createHeartbeatReporter(createServicePresence(queue, clock), clock)
}

test('the presence of a service is recorded again if its transaction is repeated', async () => {
  const { writableDatabase } = await open()
  const queue = createWriteQueue(writableDatabase)
  const recorded = createServicePresence(queue, () => NOW).writeAfterPresence(function* () {})
  const failing = queue.write(function* () {
    yield { sql: 'UPDATE menus SET name = name' }
    throw new Error('Another process has written.')
  })
  await expect(failing).rejects.toThrow('Another process')
  await recorded
  expect(await findLastPresenceMs(writableDatabase)).toBe(NOW)
})

test('the presence of a service is recorded at each interval, although its timer may be early', async () => {
  const { writableDatabase } = await open()
  let nowMs = NOW
  const { writeAfterPresence } = createServicePresence(createWriteQueue(writableDatabase), () => nowMs)
  await writeAfterPresence(function* () {})
  nowMs += 14_998
  await writeAfterPresence(function* () {})
  expect(await findLastPresenceMs(writableDatabase)).toBe(nowMs)
})

test('a warning of the database is not hidden by one of failing writes', async () => {
  const { database } = await open()
  const own = { subject: 'db-2', message: 'There are two primaries.' }
  const failing = withWriteWarnings({
    ...database,
    batch: () => Promise.reject(new StorageOperatorError('The disk is full.')),
    warnings: () => [own],
  })
  await expect(failing.batch([])).rejects.toThrow('The disk is full.')
  expect(failing.warnings()).toEqual([
    own,
    expect.objectContaining({ message: 'Changes fail. The disk is full.' }),
  ])
})

describe('the queue of changes', () => {
  test('writes what arrives together in one transaction, in order, and resolves when it is committed', async () => {
    const { database, writableDatabase } = await open()
    const counting = counted(writableDatabase)
    const queue = createWriteQueue(counting.database)
    const prices = Array.from({ length: 10 }, (_, n) => n)
    const written = prices.map(async (price) => {
      expect(await queue.write(setPrice('item-soup', price))).toBe(price)
      return database.get<{ price: number }>({
        sql: 'SELECT price FROM menu_items WHERE id = ?',
        parameters: ['item-soup'],
      })
    })
    const rows = await Promise.all(written)
    for (const [n, row] of rows.entries()) expect(row?.price).toBeGreaterThanOrEqual(n)
    expect(rows.at(-1)).toEqual({ price: 9 })
    // On a busy machine, a transaction may end before all of them had their turn.
    expect(counting.transactions()).toBeLessThan(10)
  })

  test('a transaction ends soon, and what has not had its turn is in the next one', async () => {
    const { database, writableDatabase } = await open()
    const counting = counted(writableDatabase)
    const queue = createWriteQueue(counting.database)
    const order: number[] = []
    const slow = (n: number) =>
      function* (): Generator<Statement, void> {
        const endMs = performance.now() + 60
        while (performance.now() < endMs);
        order.push(n)
        yield* setPrice('item-soup', n)()
      }
    await Promise.all([1, 2, 3, 4, 5].map((n) => queue.write(slow(n))))
    expect(order).toEqual([1, 2, 3, 4, 5])
    expect(counting.transactions()).toBeGreaterThan(2)
    expect(
      await database.get({ sql: 'SELECT price FROM menu_items WHERE id = ?', parameters: ['item-soup'] }),
    ).toEqual({ price: 5 })
  })

  test('a change that is refused, or that breaks a rule of the database, takes no other along', async () => {
    const { database, writableDatabase } = await open()
    const queue = createWriteQueue(writableDatabase)
    const outcomes = await Promise.allSettled([
      queue.write(setPrice('item-soup', 1)),
      queue.write(function* (): Generator<Statement, void> {
        yield { sql: 'SELECT 1', onRows: () => {} }
        throw new HttpError(404, 'refused')
      }),
      queue.write(function* (): Generator<Statement, void> {
        yield { sql: 'UPDATE menu_items SET name = NULL WHERE id = ?', parameters: ['item-soup'] }
      }),
      queue.write(function* (): Generator<Statement, void> {
        yield* setPrice('item-soup', 9)()
        throw new Error('failed after it had written')
      }),
      queue.write(setPrice('item-bread', 2)),
    ])
    expect(outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : outcome.value))).toEqual([
      1,
      expect.objectContaining({ statusCode: 404 }),
      expect.any(StorageConstraintError),
      expect.objectContaining({ message: 'failed after it had written' }),
      2,
    ])
    const rows = await database.all({ sql: 'SELECT price FROM menu_items ORDER BY id' })
    expect(rows).toEqual([{ price: 2 }, { price: 1 }])
  })

  test('fails all that wait while the database is away, and goes on when it is back', async () => {
    const { database, writableDatabase } = await open()
    let isAway = true
    const queue = createWriteQueue({
      ...writableDatabase,
      batch: async (statements) => {
        if (isAway) throw new StorageUnavailableError('It is away.')
        return writableDatabase.batch(statements)
      },
    })
    const record = recorderOn(queue)
    for (const _ of [1, 2]) {
      const writing = [queue.write(setPrice('item-soup', 1)), record(KEY_ID, 'a'), record(KEY_ID, 'b')]
      for (const outcome of await Promise.allSettled(writing)) expect(outcome.status).toBe('rejected')
    }
    isAway = false
    expect(
      await Promise.all([
        record(KEY_ID, 'a'),
        record(KEY_ID, 'b'),
        record(KEY_ID, 'missing'),
        record('key_0', 'a'),
      ]),
    ).toEqual([true, true, false, false])
    const rows = await database.all({
      sql: 'SELECT id FROM devices WHERE last_heartbeat_at IS NOT NULL ORDER BY id',
    })
    expect(rows).toEqual([{ id: 'a' }, { id: 'b' }])
  })

  test('refuses more than 1,000 changes that wait, but no heartbeats', async () => {
    const { writableDatabase } = await open()
    const queue = createWriteQueue(writableDatabase)
    const record = recorderOn(queue)
    const first = record(KEY_ID, 'a')
    const writing = Array.from({ length: 999 }, () => queue.write(setPrice('item-soup', 1)))
    await expect(queue.write(setPrice('item-soup', 1))).rejects.toThrow(StorageUnavailableError)
    expect(await record(KEY_ID, 'b')).toBe(true)
    await Promise.all([first, ...writing])
  })

  test('2,000 heartbeats that arrive together are one transaction', async () => {
    const { writableDatabase } = await open()
    const counting = counted(writableDatabase)
    const record = recorderOn(createWriteQueue(counting.database))
    await Promise.all(Array.from({ length: 2000 }, (_, n) => record(KEY_ID, ['a', 'b', 'c'][n % 3] ?? '')))
    expect(counting.transactions()).toBe(1)
  })
})

describe('what a key may do is decided when the change is made', () => {
  const [key] = document.apiKeys
  const soupPrice = 'SELECT price FROM menu_items WHERE id = ?'
  const written = async (database: Database) => [
    await database.get({ sql: soupPrice, parameters: ['item-soup'] }),
    await database.get({ sql: 'SELECT id FROM devices WHERE last_heartbeat_at IS NOT NULL' }),
  ]
  const requests = [
    ['PATCH', '/v1/items/item-soup', '{"price":9}'],
    ['PATCH', '/v1/items/item-soup?menu=m', '{"price":9}'],
    ['PUT', '/v1/menus/m', '{"name":"m","groups":[]}'],
    ['POST', '/devices/a/heartbeats', '{}'],
  ] as const
  const put = (database: Database, imported: object) =>
    importDocument(database, structuredClone(imported), { clock: () => NOW })

  /** What may happen to a key, with the status of a request whose body arrives after it. */
  const events: [string, number, (database: Database) => Promise<unknown>][] = [
    ['is revoked', 401, (database) => database.batch([REVOKE])],
    ['is deleted', 401, (database) => database.batch([{ script: 'DELETE FROM api_keys' }])],
    ['expires', 401, (database) => put(database, { apiKeys: [{ ...key, expiresAt: '-PT1S' }] })],
    ['loses its scope', 403, (database) => put(database, { apiKeys: [{ ...key, scopes: ['device:read'] }] })],
    [
      'loses its grant, or its user the access',
      404,
      (database) =>
        put(database, { devices: [device('a', { access: [] })], apiKeys: [{ ...key, menus: [] }] }),
    ],
  ]

  describe.each(events)('a key %s while a body arrives: %i', (_, status, happen) => {
    test.each(requests)('%s %s', async (method, url, body) => {
      const { database, writableDatabase } = await open()
      const app = await buildApp({ database, writableDatabase, clock: () => NOW, limits: PATIENT })
      onTestFinished(() => app.close().then(() => {}))
      const headers = { ...withKey, ...withBearer, 'content-type': 'application/json' }
      async function* arriving() {
        await happen(database)
        yield body
      }
      const payload = Readable.from(arriving(), { objectMode: false })
      const response = await app.inject({ method, url, headers, payload })
      expect(response.statusCode).toBe(status)
      expect(response.headers['www-authenticate'] !== undefined).toBe(status === 401)
      expect(await written(database)).toEqual([{ price: null }, undefined])
    })
  })

  test('an id of which another menu of the key gets an item while the body arrives names no item any more: 409', async () => {
    const { database, writableDatabase } = await open()
    const app = await buildApp({ database, writableDatabase, clock: () => NOW, limits: PATIENT })
    onTestFinished(() => app.close().then(() => {}))
    async function* arriving() {
      const other = menu('other', { groups: [group('g', { items: [item('soup')] })] })
      await put(database, { menus: [other], apiKeys: [{ ...key, menus: ['m', 'other'] }] })
      yield '{"price":9}'
    }
    const payload = Readable.from(arriving(), { objectMode: false })
    const headers = { ...withKey, 'content-type': 'application/json' }
    const response = await app.inject({ method: 'PATCH', url: '/v1/items/item-soup', headers, payload })
    expect(response.statusCode).toBe(409)
    expect(await database.all({ sql: 'SELECT DISTINCT price FROM menu_items' })).toEqual([{ price: null }])
  })

  test('a heartbeat on the fast path waits for its transaction, which looks at the key', async () => {
    const other = { ...key, key: 'other-key' }
    const { database, writableDatabase } = await open({ ...document, apiKeys: [key, other] })
    const queue = createWriteQueue(writableDatabase)
    let meanwhile = async () => {}
    const record = recorderOn({ write: async (...write) => meanwhile().then(() => queue.write(...write)) })
    const both = () => Promise.all([record(KEY_ID, 'a'), record(keyIdOfHash(hashKey(other.key)), 'b')])
    expect(await both()).toEqual([true, true])
    meanwhile = async () => void (await database.batch([REVOKE]))
    expect(await both()).toEqual([false, true])
  })
})

test('while another process holds the lock, reading goes on; a change waits, and is 503 after some seconds', async () => {
  const { url, database, writableDatabase } = await open()
  const app = await buildApp({ database, writableDatabase, clock: () => NOW, limits: PATIENT })
  onTestFinished(() => app.close().then(() => {}))
  const headers = { ...withKey, 'content-type': 'application/json' }
  const setSoup = (price: number) =>
    app.inject({ method: 'PATCH', url: '/v1/items/item-soup', headers, payload: { price } })
  const soup = async () => (await app.inject({ url: '/v1/groups', headers })).json().groups[0].items[0]

  async function setSoupDuring(price: number, seconds: number) {
    const release = await holdLock(url)
    const writing = setSoup(price)
    const endMs = performance.now() + seconds * 1000
    let longestMs = 0
    while (performance.now() < endMs) {
      const startMs = performance.now()
      await soup()
      longestMs = Math.max(longestMs, performance.now() - startMs)
      await sleep(20)
    }
    await release()
    return { response: await writing, longestMs }
  }
  expect((await setSoupDuring(1, 1)).response.statusCode).toBe(200)
  const { response, longestMs } = await setSoupDuring(7, 6)
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1'])
  // A connection that waited for the lock itself would stop the process for five seconds.
  expect(longestMs).toBeLessThan(3000)
  expect((await soup()).price).toBe(1)
  expect((await setSoup(2)).json().price).toBe(2)
})

describe('inStockAgainAt', () => {
  async function start() {
    const { url, database, writableDatabase } = await open()
    let nowMs = NOW
    const app = await buildApp({ database, writableDatabase, clock: () => nowMs, limits: PATIENT })
    onTestFinished(() => app.close().then(() => {}))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { ...withKey, 'content-type': 'application/json' }
    const patch = (payload: object) =>
      app.inject({ method: 'PATCH', url: '/v1/items/item-soup', headers, payload })
    const put = (...items: object[]) => {
      const payload = menu('m', { groups: [group('g', { items })] })
      return app.inject({ method: 'PUT', url: '/v1/menus/m', headers, payload })
    }
    const isInStock = async () => {
      const { groups } = (await app.inject({ url: '/v1/groups', headers })).json()
      return groups[0].items[0].inStock
    }
    return {
      url,
      database,
      writableDatabase,
      patch,
      put,
      isInStock,
      at: (seconds: number) => (nowMs = NOW + seconds * 1000),
    }
  }
  const until = (seconds: number) => ({
    inStock: false,
    inStockAgainAt: new Date(NOW + seconds * 1000).toISOString(),
  })
  /** Longer than it takes to notice that the time has come. */
  const NOTICED_MS = 1500

  test('puts the item back in stock within two seconds after that time, and logs it', async () => {
    const { database, patch, isInStock, at } = await start()
    await patch(until(60))
    at(59)
    await sleep(NOTICED_MS)
    expect(await isInStock()).toBe(false)
    at(60)
    await expect.poll(isInStock, { timeout: 2000 }).toBe(true)
    const lines = await listChangeLog(database, NOW, 2)
    const back = { key_id: null, target_id: 'item-soup' }
    expect(lines).toMatchObject([
      {
        ...back,
        field: 'inStockAgainAt',
        old_value: JSON.stringify(until(60).inStockAgainAt),
        new_value: 'null',
      },
      { ...back, field: 'inStock', old_value: 'false', new_value: 'true' },
    ])
    expect(await database.all({ sql: 'SELECT * FROM restocks' })).toEqual([])
  })

  test('puts back only the item of its menu, if another menu has the same id', async () => {
    const { database, patch, isInStock, at } = await start()
    const groups = [group('g', { items: [item('soup', { inStock: false })] })]
    await importDocument(database, { menus: [menu('other', { groups })] }, { clock: () => NOW })
    await patch(until(60))
    await database.batch([{ script: "UPDATE menu_items SET in_stock = '1' WHERE menu_id = 'other'" }])
    await database.batch([{ script: "UPDATE menu_items SET in_stock = '0' WHERE menu_id = 'other'" }])
    at(60)
    await expect.poll(isInStock).toBe(true)
    const stocks = 'SELECT menu_id, in_stock FROM menu_items WHERE id = ? ORDER BY menu_id'
    expect(await database.all({ sql: stocks, parameters: ['item-soup'] })).toEqual([
      { menu_id: 'm', in_stock: 1 },
      { menu_id: 'other', in_stock: 0 },
    ])
    const [, line, before] = await listChangeLog(database, NOW, 10)
    expect(line).toMatchObject({ key_id: null, menu_id: 'm', target_id: 'item-soup', new_value: 'true' })
    expect(before?.key_name).toBe('Kitchen')
  })

  test('an item that is put back before, in any way, and sold out again does not return then', async () => {
    const { database, patch, put, isInStock, at } = await start()
    const sellOut = () => patch({ inStock: false })
    const ways = [
      () => patch({ inStock: true }),
      () => put(item('soup', { inStock: true }), item('bread')),
      () =>
        database.batch([
          { sql: 'UPDATE menu_items SET in_stock = ? WHERE id = ?', parameters: [1, 'item-soup'] },
        ]),
      () => patch({ ...until(60), inStockAgainAt: null }),
    ]
    for (const putBack of ways) {
      await patch(until(60))
      await putBack()
      await sellOut()
      expect(await database.all({ sql: 'SELECT * FROM restocks' })).toEqual([])
    }
    at(61)
    await sleep(NOTICED_MS)
    expect(await isInStock()).toBe(false)
  })

  test('an equal item in a PUT, and another patch, keep the time', async () => {
    const { database, patch, put } = await start()
    await patch(until(60))
    await put(item('soup', { inStock: false, price: 9 }), item('bread'))
    await patch({ inStock: false, price: 8 })
    expect(await database.all({ sql: 'SELECT menu_id, item_id FROM restocks' })).toEqual([
      { menu_id: 'm', item_id: 'item-soup' },
    ])
    await put(item('bread'))
    expect(await database.all({ sql: 'SELECT * FROM restocks' })).toEqual([])
  })

  test('an item whose time came while nothing ran is put back at the next start, once, by one of several', async () => {
    const { url, database, patch } = await start()
    await patch(until(60))
    const others = await Promise.all(
      [1, 2].map(async () => {
        const writableDatabase = await openDatabase(url, 'server-write')
        const app = await buildApp({ database, writableDatabase, clock: () => NOW + 61_000 })
        onTestFinished(() => app.close().then(() => writableDatabase.close()))
        return app
      }),
    )
    await Promise.all(others.map((app) => app.listen({ host: '127.0.0.1', port: 0 })))
    const isBack = () =>
      database.get({
        sql: 'SELECT 1 AS found FROM menu_items WHERE id = ? AND in_stock = ?',
        parameters: ['item-soup', 1],
      })
    await expect.poll(isBack).toBeTruthy()
    await sleep(NOTICED_MS)
    const lines = (await listChangeLog(database, NOW, 10)).filter(
      ({ key_id, command }) => key_id === null && command === null,
    )
    expect(lines.map(({ field }) => field)).toEqual(['inStockAgainAt', 'inStock'])
  })
})

describe('the log of changes', () => {
  test('has a line for each field: who, when, what, from and to, and no key', async () => {
    const { database, writableDatabase } = await open()
    const app = await buildApp({ database, writableDatabase, clock: () => NOW, limits: PATIENT })
    onTestFinished(() => app.close().then(() => {}))
    const headers = { ...withKey, ...withBearer, 'content-type': 'application/json' }
    const patch = (payload: object) =>
      app.inject({ method: 'PATCH', url: '/v1/items/item-soup', headers, payload })
    await patch({ price: 5, tags: ['a', 'b'] })
    await patch({ price: 5 })
    await patch({ price: '1', name: '' })
    await app.inject({ method: 'POST', url: '/devices/a/heartbeats', headers: withBearer })
    const payload = menu('m', {
      name: 'Menu',
      groups: [group('g', { items: [item('soup', { price: 6, tags: ['a', 'b'] }), item('salad')] })],
    })
    await app.inject({ method: 'PUT', url: '/v1/menus/m', headers, payload })
    const rows = (await listChangeLog(database, NOW, 100)).filter(({ command }) => command === null)
    for (const { at, key_id, key_name } of rows) {
      expect(at).toBe(new Date(NOW).toISOString())
      expect(key_id).toMatch(/^key_[0-9a-f]{16}$/)
      expect(key_name).toBe('Kitchen')
    }
    const lines = rows.map(({ action, kind, target_id, field, old_value, new_value }) =>
      [action, kind, target_id, field, ...(field ? [old_value, new_value] : [])].join(' ').trim(),
    )
    expect(lines.toReversed()).toEqual([
      'changed item item-soup tags [] ["a","b"]',
      'changed item item-soup price null 5',
      'changed menu m name "m" "Menu"',
      'removed item item-bread',
      'changed item item-soup price 5 6',
      'added item item-salad',
    ])
    expect(JSON.stringify(rows)).not.toContain(withKey['x-api-key'].slice(0, 6))
  })
})
