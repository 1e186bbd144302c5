import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { watchContentVersion } from '../../src/storage/watch.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device, group, item, KEY, menu } from '../support/documents.ts'

const url = await newDatabaseToOpen()
const database = await openDatabase(url, 'create')
const other = await openDatabase(url, 'write')
const reader = await openDatabase(url, 'read')
afterAll(() => Promise.all([database, other, reader].map((connection) => connection.close())))

await importDocument(database, {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [device('lobby'), device('bar')],
  menus: [menu('a', { groups: [group('g', { items: [item('soup')] })] }), menu('b')],
  apiKeys: [{ key: KEY, name: 'boards', user: 'ops', menus: ['a'] }],
})

test('the content version is the same object as long as nothing is committed', async () => {
  const version = await reader.contentVersion()
  await reader.all({ sql: 'SELECT * FROM menus' })
  await reader.readTogether([{ sql: 'SELECT * FROM users' }])
  expect(await reader.contentVersion()).toBe(version)
  expect(new Set(await Promise.all([reader.contentVersion(), reader.contentVersion()]))).toEqual(
    new Set([version]),
  )
})

/** Changes that any program may make with SQL. */
const changes = [
  "UPDATE menu_items SET price = 9 WHERE id = 'item-soup'",
  "INSERT INTO menu_items (menu_id, position, id, group_id, name) VALUES ('a', 9, 'salad', 'group-g', 'salad')",
  "DELETE FROM menu_items WHERE id = 'salad'",
  "UPDATE menu_groups SET name = 'x'",
  "INSERT INTO menu_groups (menu_id, position, id, name) VALUES ('b', 9, 'new', 'new')",
  "DELETE FROM menu_groups WHERE id = 'new'",
  "UPDATE menus SET name = 'x' WHERE id = 'b'",
  "UPDATE menus SET location_name = 'x' WHERE id = 'b'",
  "UPDATE menus SET restaurant_name = 'x' WHERE id = 'b'",
  "INSERT INTO menus (id, name) VALUES ('c', 'c')",
  "INSERT INTO api_key_menus (key_id, menu_id) SELECT id, 'b' FROM api_keys",
  "UPDATE api_key_menus SET menu_id = 'c' WHERE menu_id = 'b'",
  "DELETE FROM api_key_menus WHERE menu_id = 'c'",
  'UPDATE api_keys SET scopes = \'["device:read"]\'',
  "UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00Z'",
  `INSERT INTO api_keys (hash, id, name, user_id) VALUES ('${'0'.repeat(64)}', 'new', 'new', 'ops')`,
  "DELETE FROM api_keys WHERE id = 'new'",
  // No grant refers to this menu any more: deleting one, too, would change the content version by itself.
  "UPDATE menus SET id = 'renamed' WHERE id = 'c'",
  "DELETE FROM menus WHERE id = 'renamed'",
  "DELETE FROM menus WHERE id = 'a'",
  "INSERT INTO users (id, name) VALUES ('new', 'new')",
  "UPDATE users SET name = 'x' WHERE id = 'new'",
  "DELETE FROM users WHERE id = 'new'",
  ...(database.engine === 'postgres' ? ['TRUNCATE api_key_menus', 'TRUNCATE menus, users CASCADE'] : []),
]

test.each(changes)(
  'a commit by another connection leads to a new and later content version: %s',
  async (script) => {
    const before = await Promise.all([database.contentVersion(), reader.contentVersion()])
    await other.batch([{ script }])
    const after = await Promise.all([database.contentVersion(), reader.contentVersion()])
    for (const [n, version] of after.entries()) expect(version).toBeGreaterThan(before[n] ?? 0)
  },
)

test('the connection that commits gets a later content version, too', async () => {
  for (const script of ["UPDATE users SET name = 'own'", "UPDATE menus SET name = 'own'"]) {
    const before = await database.contentVersion()
    await database.batch([{ script }])
    expect(await database.contentVersion()).toBeGreaterThan(before)
  }
})

const DEVICE_CHANGES = [
  "INSERT INTO sites (id, name, timezone) VALUES ('quay', 'Quay', 'Europe/Paris')",
  "UPDATE devices SET site_id = 'quay' WHERE id = 'bar'",
  "UPDATE sites SET hours = '{}' WHERE id = 'quay'",
  "DELETE FROM sites WHERE id = 'quay'",
  "UPDATE devices SET name = 'x' WHERE id = 'bar'",
  "UPDATE device_access SET level = 'update' WHERE device_id = 'bar'",
  "DELETE FROM device_access WHERE device_id = 'bar'",
  "DELETE FROM devices WHERE id = 'bar'",
]

/** Records heartbeats as the command does. */
function beat(connection: Database, minute: number): Promise<unknown> {
  const heartbeats = ['lobby', 'bar'].map((deviceId) => ({ deviceId, at: `2026-01-01T00:0${minute}:00Z` }))
  return storeHeartbeats(connection, heartbeats, Date.UTC(2026, 0, 2))
}

test('heartbeats and changes of devices and sites by any connection do not change the content version', async () => {
  const connections = [database, other, reader]
  const versionsOf = () => Promise.all(connections.map((connection) => connection.contentVersion()))
  const before = await versionsOf()
  const expectSame = async () => {
    for (const [n, version] of (await versionsOf()).entries()) expect(version).toBe(before[n])
  }
  for (const [n, connection] of [other, database, other].entries()) {
    await beat(connection, n)
    await expectSame()
  }
  for (const script of DEVICE_CHANGES) {
    await other.batch([{ script }])
    await expectSame()
  }
})

test('a watch calls its listener at the start and after each change by any connection, until it is stopped', async () => {
  const calls = { stopped: 0, running: 0 }
  const stop = watchContentVersion(reader, () => calls.stopped++)
  const called = (times: number) => expect.poll(() => calls.stopped).toBe(times)
  await called(1)
  await other.batch([{ script: "UPDATE menus SET name = 'watched'" }])
  await called(2)
  await database.batch([{ script: "INSERT INTO menus (id, name) VALUES ('watched', 'watched')" }])
  await called(3)
  stop()
  onTestFinished(watchContentVersion(reader, () => calls.running++))
  await expect.poll(() => calls.running).toBe(1)
  // The watch reads the content version at least once between two changes that the other watch reports.
  for (const times of [2, 3]) {
    await other.batch([{ script: `UPDATE menus SET name = 'unwatched ${times}'` }])
    await expect.poll(() => calls.running).toBe(times)
  }
  expect(calls.stopped).toBe(3)
})

test('a watch does not call its listener for heartbeats', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let calls = 0
  onTestFinished(watchContentVersion(reader, () => calls++))
  const poll = async () => {
    vi.advanceTimersByTime(1000)
    await reader.contentVersion()
    // If the content version takes a query, the watch gets the result together with this call.
    await reader.contentVersion()
  }
  await poll()
  expect(calls).toBe(1)
  for (let minute = 4; minute < 8; minute++) {
    await beat(other, minute)
    await poll()
  }
  expect(calls).toBe(1)
  await other.batch([{ script: "UPDATE menus SET name = 'changed'" }])
  await poll()
  expect(calls).toBe(2)
})

test('a rollback may or may not change the content version, but never hides a later change', async () => {
  const before = await reader.contentVersion()
  await expect(
    other.batch([{ script: "UPDATE menus SET name = 'y'" }, { script: 'SELECT nonsense' }]),
  ).rejects.toThrow()
  const between = await reader.contentVersion()
  await other.batch([{ script: "UPDATE menus SET name = 'z'" }])
  const after = await reader.contentVersion()
  expect(after).not.toBe(between)
  expect(after).not.toBe(before)
})
