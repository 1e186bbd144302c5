import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashKey } from '../src/auth/credential.ts'
import type { PatchRequest } from '../src/changes/menus/items.ts'
import { createThreadedMenuWriter } from '../src/changes/menus/start-menu-writer-thread.ts'
import { itemAccessQuery } from '../src/changes/repository.ts'
import { StorageUnavailableError } from '../src/storage/database.ts'
import { openDatabase } from '../src/storage/open.ts'
import { importDocument } from '../src/transfer/import.ts'
import { newDatabaseToOpen, temporaryFolder } from './support/database.ts'
import { group, item, menu } from './support/documents.ts'

const accessTo = (itemId: string) => itemAccessQuery(hashKey('k'), itemId, undefined)
const patching: PatchRequest = {
  access: accessTo('item-soup'),
  menuId: 'm',
  itemId: 'item-soup',
  keyId: 'k',
  nowMs: Date.now(),
  patch: { price: 7 },
  againAt: undefined,
  ifMatch: undefined,
  ifNoneMatch: undefined,
  content: undefined,
}

describe('the thread that writes menus', () => {
  test('passes on results and errors', async () => {
    const url = await newDatabaseToOpen()
    const database = await openDatabase(url, 'create')
    await importDocument(database, {
      users: [{ id: 'ops', name: 'Operations' }],
      menus: [menu('m', { groups: [group('g', { items: [item('soup')] })] })],
      apiKeys: [{ key: 'k', name: 'K', user: 'ops', scopes: ['menu:write'], menus: ['m'] }],
    })
    const writer = createThreadedMenuWriter(url)
    const write = (other: Partial<PatchRequest>) => writer.patchItem({ ...patching, ...other })
    expect(await write({})).toMatchObject({
      json: expect.stringContaining('"price":7'),
      tag: expect.any(String),
    })
    await expect(write({ access: accessTo('missing') })).rejects.toMatchObject({
      name: 'HttpError',
      statusCode: 404,
    })
    await expect(write({ ifMatch: '"x"' })).rejects.toMatchObject({ name: 'HttpError', statusCode: 412 })
    await database.batch([{ script: 'ALTER TABLE menu_items RENAME TO lost' }])
    await expect(write({})).rejects.toMatchObject({ message: expect.stringContaining('menu_items') })
    await Promise.all([writer.close(), database.close()])
  })

  test('that fails is replaced by another one', async () => {
    const missing = join(temporaryFolder(), 'missing.db')
    const writer = createThreadedMenuWriter(missing)
    for (const _ of [1, 2]) {
      const outcomes = await Promise.allSettled([writer.patchItem(patching), writer.patchItem(patching)])
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ reason: expect.any(StorageUnavailableError) })
        expect(outcome).toMatchObject({ reason: { cause: { message: expect.stringContaining(missing) } } })
      }
    }
    await writer.close()
  })

  test('that was never needed is not started', async () => {
    await createThreadedMenuWriter('nowhere').close()
  })
})
