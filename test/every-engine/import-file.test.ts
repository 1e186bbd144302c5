import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { importFile } from '../../src/formats/import-any-format.ts'
import { exported, openMemory, temporaryFolder } from '../support/database.ts'
import { device, devicesDocument, group, item, menu, menusDocument } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

const folder = temporaryFolder()
const file = join(folder, 'document.json')
const database = await openMemory()
afterAll(() => database.close())

const clock = () => NOW
function put(content: string) {
  writeFileSync(file, content)
  return importFile(database, file, { clock })
}

/** Imports a file that is overwritten before it is written to the database. */
function importChanging(content: string, changed: string) {
  writeFileSync(file, content)
  const onUnknownFields = () => {
    truncateSync(file)
    writeFileSync(file, changed)
  }
  return importFile(database, file, { clock, onUnknownFields })
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

  test('imports what was read, if the file changes afterwards', async () => {
    const users = JSON.stringify({ users: [{ id: 'u1', name: 'one', unknown: true }] })
    for (const changed of [users.replace('one', 'two'), '']) {
      await importChanging(users, changed)
      expect(JSON.parse(await exported(database)).users).toContainEqual({ id: 'u1', name: 'one' })
    }
  })
})
