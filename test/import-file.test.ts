import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/storage/open.ts'
import { importDocument, importFile } from '../src/transfer/import.ts'
import { exported, newDatabaseToOpen, openMemory, temporaryFolder } from './support/database.ts'
import { device, devicesDocument, group, item, menu, menusDocument } from './support/documents.ts'
import { NOW } from './support/service.ts'

const file = join(temporaryFolder(), 'document.json')
const database = await openMemory()
afterAll(() => database.close())

const clock = () => NOW
function put(content: string) {
  writeFileSync(file, content)
  return importFile(database, file, { clock })
}

/** Imports a file that is overwritten after it has been checked and before it is written to the database. */
function importChanging(content: string, changed: string, into = database) {
  writeFileSync(file, content)
  const onCheck = (bytes: number, total: number) => {
    if (bytes < total) return
    truncateSync(file)
    writeFileSync(file, changed)
  }
  return importFile(into, file, { clock, onCheck })
}

describe('importFile', () => {
  const document = {
    ...devicesDocument(device('d'), { id: 'timeless', name: 'T', timezone: 'UTC' }),
    menus: [menu('m', { groups: [group('g', { items: [item('i', { items: [item('j')] })] })] })],
  }

  test('has the same result as an import of the same document from memory, whatever the order of its parts', async () => {
    const inMemory = await openMemory()
    await importDocument(inMemory, structuredClone(document), { clock })
    const { users, devices, menus, apiKeys } = document
    const summary = await put(JSON.stringify({ apiKeys, menus, devices, users }, null, 2))
    expect(summary).toEqual({ users: 1, sites: 0, devices: 2, menus: 1, apiKeys: 1 })
    expect(await exported(database)).toBe(await exported(inMemory))
    await inMemory.close()
  })

  test('imports and replaces all entries if there are more than are written at once', async () => {
    const devices = Array.from({ length: 1201 }, (_, n) => device(`d${n}`))
    const menus = Array.from({ length: 600 }, (_, n) => menu(`m${n}`, { groups: [group(`${n}`)] }))
    await put(JSON.stringify({ ...menusDocument(...menus), devices }))
    const moved = menus.map((each, n) => ({ ...each, groups: menus[599 - n]?.groups }))
    const renamed = devices.map(({ id }) => ({ id, name: 'renamed', timezone: 'UTC' }))
    await put(JSON.stringify({ menus: moved, devices: renamed }))
    const text = JSON.parse(await exported(database))
    const named = text.devices.filter(({ name }: { name: string }) => name === 'renamed')
    expect(named).toHaveLength(1201)
    const { created_at, updated_at, access } = named[0]
    expect([created_at, updated_at, access]).toEqual([device('').created_at, device('').updated_at, []])
    const first = text.menus.find(({ id }: { id: string }) => id === 'm0')
    expect(first.groups).toMatchObject([{ id: 'group-599' }])
    expect(text.apiKeys[0].menus).toHaveLength(600)
  })

  test('accepts a file that begins with a byte order mark, and one without entries', async () => {
    expect(await put('\ufeff { "users" : [ ] } \r\n')).toEqual({
      users: 0,
      sites: 0,
      devices: 0,
      menus: 0,
      apiKeys: 0,
    })
  })

  test('changes nothing if the file changes between the check and the import', async () => {
    const users = JSON.stringify({ users: [{ id: 'u1', name: 'one' }] })
    const before = await exported(database)
    for (const changed of [users.replace('one', 'two'), users.replace('"name"', '"mane"'), '']) {
      await expect(importChanging(users, changed)).rejects.toMatchObject({ name: 'DocumentError' })
      expect(await exported(database)).toBe(before)
    }
  })

  test.each([
    ['a value', '"last-name"', '"list-name"'],
    ['a field name', '"name":"last-name"', '"mane":"last-name"'],
  ])(
    'changes nothing if a later part of the file changes while an earlier one is written: %s',
    async (_, original, changed) => {
      const unhandled: unknown[] = []
      const onUnhandled = (reason: unknown) => unhandled.push(reason)
      process.on('unhandledRejection', onUnhandled)
      const url = await newDatabaseToOpen()
      const writer = await openDatabase(url, 'create')
      const before = await exported(writer)
      const devices = Array.from({ length: 2200 }, (_, n) => device(`many${n}`))
      const text = JSON.stringify(devicesDocument(...devices, device('last', { name: 'last-name' })))
      const importing = importChanging(text, text.replace(original, changed), writer)
      await expect(importing).rejects.toThrow('/: must not change while it is imported')
      await writer.close()
      const reader = await openDatabase(url, 'read')
      expect(await exported(reader)).toBe(before)
      await reader.close()
      process.off('unhandledRejection', onUnhandled)
      expect(unhandled).toEqual([])
    },
  )
})
