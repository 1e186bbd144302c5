import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { importDocument } from '../src/document/read.ts'
import { ask } from '../src/storage/database.ts'
import { openDatabase } from '../src/storage/open.ts'
import { newDatabaseUrl } from './support/database.ts'
import { device, group, item, KEY, menu } from './support/documents.ts'

const url = await newDatabaseUrl()
const database = await openDatabase(url, 'create')
const other = await openDatabase(url, 'write')
const reader = await openDatabase(url, 'read')
afterAll(() => Promise.all([database, other, reader].map((connection) => connection.close())))

await importDocument(database, {
  users: [{ id: 'ops', name: 'Operations' }],
  menus: [menu('a', { groups: [group('g', { items: [item('soup')] })] }), menu('b')],
  apiKeys: [{ key: KEY, name: 'boards', user: 'ops', menus: ['a'] }],
})

test('the state stays the same object while nothing is committed', async () => {
  const state = await reader.state()
  await reader.all('SELECT * FROM menus')
  await reader.snapshot([{ sql: 'SELECT * FROM users' }])
  expect(await reader.state()).toBe(state)
  expect(new Set(await Promise.all([reader.state(), reader.state()]))).toEqual(new Set([state]))
})

test.each([
  "UPDATE menu_items SET price = 9 WHERE id = 'item-soup'",
  "UPDATE menu_groups SET name = 'x'",
  "UPDATE menus SET name = 'x' WHERE id = 'b'",
  "INSERT INTO menus (id, name) VALUES ('c', 'c')",
  "INSERT INTO users (id, name) VALUES ('other', 'Other')",
  "UPDATE users SET name = 'x' WHERE id = 'other'",
  `INSERT INTO api_keys (hash, id, name, user_id) VALUES ('${'0'.repeat(64)}', 'k', 'k', 'other')`,
  "INSERT INTO api_key_menus (key_id, menu_id) SELECT id, 'b' FROM api_keys",
  "UPDATE api_key_menus SET menu_id = 'c' WHERE key_id = 'k'",
  "DELETE FROM api_key_menus WHERE menu_id = 'b'",
  "UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00Z'",
  "DELETE FROM api_keys WHERE id = 'k'",
  "DELETE FROM menus WHERE id = 'a'",
  "DELETE FROM users WHERE id = 'ops'",
  ...(database.engine === 'postgres' ? ['TRUNCATE api_key_menus', 'TRUNCATE menus, users CASCADE'] : []),
])('whoever commits, it is another one afterwards, and a later one: %s', async (script) => {
  const before = await Promise.all([database.state(), reader.state()])
  await other.batch([{ script }])
  const after = await Promise.all([database.state(), reader.state()])
  for (const [n, state] of after.entries()) expect(state.number).toBeGreaterThan(before[n]?.number ?? 0)
  await database.batch([{ script: "UPDATE users SET name = 'own'" }])
  expect(await database.state()).not.toBe(after[0])
})

if (database.engine === 'postgres') {
  test('devices and their heartbeats leave it alone', async () => {
    const before = await reader.state()
    await importDocument(database, { devices: [device('d', { access: [] })] })
    const afterImport = await reader.state()
    await other.batch([{ script: "UPDATE devices SET last_heartbeat_at = '2026-01-01T00:00:00Z'" }])
    expect([afterImport, await reader.state()]).toEqual([before, before])
  })
}

test('a watch calls at first, and at each change by whomever, until it is ended', async () => {
  let calls = 0
  const stop = reader.watch(() => calls++)
  const called = (times: number) => expect.poll(() => calls).toBe(times)
  await called(1)
  await other.batch([{ script: "UPDATE menus SET name = 'watched'" }])
  await called(2)
  await database.batch([{ script: "INSERT INTO menus (id, name) VALUES ('watched', 'watched')" }])
  await called(3)
  stop()
  await other.batch([{ script: "UPDATE menus SET name = 'unwatched'" }])
  await sleep(700)
  expect(calls).toBe(3)
})

test('what is rolled back leaves it, or counts as a change, but is never taken for the same later', async () => {
  const before = await reader.state()
  await expect(
    other.batch([{ script: "UPDATE menus SET name = 'y'" }, { script: 'SELECT nonsense' }]),
  ).rejects.toThrow()
  const between = await reader.state()
  await other.batch([{ script: "UPDATE menus SET name = 'z'" }])
  const after = await reader.state()
  expect(after).not.toBe(between)
  expect(after).not.toBe(before)
})

describe('consult', () => {
  const nameOf = (id: string) =>
    ask<{ name: string }>({ sql: 'SELECT name FROM users WHERE id = ?', parameters: [id] })

  test('each question may depend on the answer to the one before', async () => {
    await other.batch([
      { script: "INSERT INTO users (id, name) VALUES ('first', 'second'), ('second', 'found')" },
    ])
    const found = reader.consult(function* () {
      const [first] = yield* nameOf('first')
      return yield* nameOf(first?.name ?? '')
    })
    expect(await found).toEqual([{ name: 'found' }])
  })

  test('all questions are answered from one state of the data, whatever is committed between them', async () => {
    const names = await reader.consult(function* () {
      const before = yield* nameOf('changed')
      let isCommitted = false
      const script = "INSERT INTO users (id, name) VALUES ('changed', 'in the middle')"
      // SQLite has committed it when this returns; PostgreSQL commits while more is asked.
      other.batch([{ script }]).then(() => {
        isCommitted = true
      })
      while (reader.engine === 'postgres' && !isCommitted) yield* nameOf('changed')
      return [before, yield* nameOf('changed')]
    })
    expect(names).toEqual([[], []])
    expect(await reader.consult(() => nameOf('changed'))).toEqual([{ name: 'in the middle' }])
  })

  test('an error in the middle is the answer, and harms nobody after it', async () => {
    const failing = reader.consult(function* () {
      yield* nameOf('first')
      throw new Error('no more questions')
    })
    await expect(failing).rejects.toThrow('no more questions')
    expect(await reader.consult(() => nameOf('second'))).toEqual([{ name: 'found' }])
  })
})
