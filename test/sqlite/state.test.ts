import { beforeEach, describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createContentVersionReader } from '../../src/storage/sqlite/content-version.ts'
import { connectAsOtherProgram, newDatabaseUrl } from '../support/database.ts'
import { group, item, menu, menusDocument } from '../support/documents.ts'

describe('createContentVersionReader', () => {
  let commits: number
  let version: string
  let rowsRead: number
  let whileReading: { dataVersion?: () => void; storedVersion?: () => void }

  const commit = (next: string) => {
    commits++
    version = next
  }
  const createReader = () =>
    createContentVersionReader({
      dataVersion: () => {
        const read = commits
        whileReading.dataVersion?.()
        return read
      },
      storedVersion: () => {
        rowsRead++
        const read = version
        whileReading.storedVersion?.()
        return read
      },
    })

  beforeEach(() => {
    commits = 0
    version = 'first'
    rowsRead = 0
    whileReading = {}
  })

  test('reads only the data version of SQLite as long as nothing is committed, and the row once after a commit', () => {
    const reader = createReader()
    const first = reader.read()
    for (let n = 0; n < 3; n++) expect(reader.read()).toBe(first)
    expect(rowsRead).toBe(1)
    commit('first')
    for (let n = 0; n < 3; n++) expect(reader.read()).toBe(first)
    expect(rowsRead).toBe(2)
  })

  test.each(['dataVersion', 'storedVersion'] as const)(
    'does not miss a commit right after reading %s',
    (part) => {
      const reader = createReader()
      const before = reader.read()
      commit('second')
      whileReading[part] = () => {
        whileReading = {}
        commit('third')
      }
      const between = reader.read()
      expect(between).not.toBe(before)
      // What is read after the first value may be of either version, and must not count as both.
      const after = reader.read()
      if (part === 'storedVersion') expect(after).not.toBe(between)
      expect(reader.read()).toBe(after)
    },
  )

  test('reads the row again after it could not be read', () => {
    const reader = createReader()
    const before = reader.read()
    commit('second')
    whileReading.storedVersion = () => {
      throw new Error('busy')
    }
    expect(() => reader.read()).toThrow('busy')
    expect(() => reader.read()).toThrow('busy')
    whileReading = {}
    expect(reader.read()).not.toBe(before)
  })
})

describe('the content version changes with any SQL that changes readable data', () => {
  test.each([
    "INSERT OR REPLACE INTO users (id, name) VALUES ('ops', 'replaced')",
    'INSERT OR REPLACE INTO api_keys SELECT * FROM api_keys',
    'INSERT OR REPLACE INTO api_key_menus SELECT * FROM api_key_menus',
    "INSERT OR REPLACE INTO menus (id, name) VALUES ('a', 'replaced')",
    "INSERT OR REPLACE INTO menu_groups (menu_id, position, id, name) VALUES ('a', 9, 'group-a', 'replaced')",
    "INSERT OR REPLACE INTO menu_items (menu_id, position, id, group_id, name) VALUES ('a', 9, 'item-a', 'group-a', 'replaced')",
    "UPDATE OR REPLACE menu_items SET menu_id = 'a', group_id = 'group-a', id = 'item-a' WHERE id = 'item-b'",
    'DELETE FROM menu_items',
    'DELETE FROM menu_groups',
    'DELETE FROM api_key_menus',
    "DELETE FROM menus WHERE id = 'a'",
    'DELETE FROM users',
    'PRAGMA foreign_keys = OFF; DELETE FROM menus',
    'PRAGMA recursive_triggers = ON; UPDATE menu_items SET price = 9',
  ])('%s', async (script) => {
    const url = await newDatabaseUrl()
    const writer = await openDatabase(url, 'create')
    const tree = (name: string) => menu(name, { groups: [group(name, { items: [item(name)] })] })
    await importDocument(writer, menusDocument(tree('a'), tree('b')))
    await writer.close()
    const reader = await openDatabase(url, 'read')
    const before = await reader.contentVersion()
    expect(await reader.contentVersion()).toBe(before)
    const other = connectAsOtherProgram(url)
    other.exec(script)
    other.close()
    const after = await reader.contentVersion()
    expect(after).not.toBe(before)
    expect(await reader.contentVersion()).toBe(after)
    await reader.close()
  })
})

test('in memory, the content version changes with changes of the connection itself, but not with heartbeats', async () => {
  const database = await openDatabase('sqlite::memory:', 'read')
  await database.batch([{ script: "INSERT INTO menus (id, name) VALUES ('a', 'a')" }])
  const before = await database.contentVersion()
  await database.batch([{ script: "UPDATE devices SET last_heartbeat_at = '2026-01-01T00:00:00Z'" }])
  expect(await database.contentVersion()).toBe(before)
  await database.batch([{ script: "UPDATE menus SET name = 'b'" }])
  expect(await database.contentVersion()).not.toBe(before)
  await database.close()
})
