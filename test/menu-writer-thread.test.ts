import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hashKey } from '../src/auth/credential.ts'
import { importDocument } from '../src/documents/import.ts'
import { HttpError } from '../src/http/http-error.ts'
import { isLargePatch, type PatchRequest } from '../src/menu-changes/patch-item.ts'
import { itemAccessQuery } from '../src/menu-changes/queries.ts'
import { fromThreadError, toThreadError } from '../src/menu-changes/thread-errors.ts'
import { createThreadedMenuWriter } from '../src/menu-changes/threaded-menu-writer.ts'
import * as storage from '../src/storage/database.ts'
import { StorageOperatorError, StorageUnavailableError } from '../src/storage/database.ts'
import { openDatabase } from '../src/storage/open.ts'
import { openMemory, temporaryFolder } from './support/database.ts'
import { group, item, menu } from './support/documents.ts'

const accessTo = (itemId: string) => itemAccessQuery(itemId, undefined, hashKey('k'))
const patching: PatchRequest = {
  authorizationQuery: accessTo('item-soup'),
  menuId: 'm',
  itemId: 'item-soup',
  keyId: 'k',
  nowMs: Date.now(),
  change: { price: 7 },
  ifMatch: undefined,
}

describe('the thread that writes menus', () => {
  test('knows every class of errors of a database', () => {
    const isError = (one: unknown) => typeof one === 'function' && one.prototype instanceof Error
    expect(new Set<unknown>(storage.STORAGE_ERRORS)).toEqual(new Set(Object.values(storage).filter(isError)))
  })

  test('passes on results and errors, and opens the file of any URL', async () => {
    const url = `${pathToFileURL(temporaryFolder())}/menus%3A%40kitchen.db`
    const database = await openDatabase(url, 'create')
    await importDocument(database, {
      users: [{ id: 'ops', name: 'Operations' }],
      menus: [menu('m', { groups: [group('g', { items: [item('soup')] })] })],
      apiKeys: [{ key: 'k', name: 'K', user: 'ops', scopes: ['menu:write'], menus: ['m'] }],
    })
    const writer = createThreadedMenuWriter(String(database.url), database)
    const write = (other: Partial<PatchRequest>) => writer.patchItem({ ...patching, ...other })
    expect((await write({})).json).toContain('"price":7')
    await expect(write({ authorizationQuery: accessTo('missing') })).rejects.toMatchObject({
      statusCode: 404,
    })
    await expect(write({ ifMatch: ['"x"'] })).rejects.toMatchObject({ statusCode: 412 })
    await database.batch([{ script: 'ALTER TABLE menu_items RENAME TO lost' }])
    await expect(write({})).rejects.toMatchObject({ message: expect.stringContaining('menu_items') })
    await Promise.all([writer.close(), database.close()])
  })

  test.each([
    new HttpError(429, 'Later', { 'retry-after': '1' }),
    new StorageOperatorError('/data is full', { publicMessage: 'It is full' }),
    ...storage.STORAGE_ERRORS.map((Class) => new Class('It failed')),
    new TypeError('A mistake'),
  ])('passes on %o with its name and properties', (error) => {
    const passedOn = fromThreadError(structuredClone(toThreadError(error)))
    expect(passedOn).toMatchObject({ ...error, name: error.name, message: error.message, stack: error.stack })
    expect(passedOn).toBeInstanceOf(error instanceof TypeError ? Error : error.constructor)
  })

  test('that fails is replaced by another one', async () => {
    const missing = join(temporaryFolder(), 'missing.db')
    const database = await openMemory()
    const writer = createThreadedMenuWriter(missing, database)
    for (const _ of [1, 2]) {
      const outcomes = await Promise.allSettled([writer.patchItem(patching), writer.patchItem(patching)])
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ reason: expect.any(StorageUnavailableError) })
        expect(outcome).toMatchObject({ reason: { cause: { message: expect.stringContaining(missing) } } })
      }
    }
    await Promise.all([writer.close(), database.close()])
  })

  test('that was never needed is not started', async () => {
    const database = await openMemory()
    await createThreadedMenuWriter('nowhere', database).close()
    await database.close()
  })

  test('is another one if much is read: an item or a condition with more than 500 groups and items', async () => {
    const database = await openMemory()
    const leaves = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => item(`${name}-${n}`))
    const small = item('small', { items: leaves('small', 500) })
    const deep = [item('middle', { items: leaves('deep', 499) }), item('last')]
    const menus = [
      menu('m', { groups: [group('g', { items: [small, item('deep', { items: deep }), item('leaf')] })] }),
      menu('few', { groups: [group('g', { items: leaves('few', 499) })] }),
    ]
    await importDocument(database, { menus })
    const isLarge = (itemId: string, other: Partial<PatchRequest> = {}) =>
      isLargePatch(database, { ...patching, itemId: `item-${itemId}`, ...other })
    expect(await isLarge('leaf')).toBe(false)
    expect(await isLarge('small')).toBe(false)
    expect(await isLarge('deep')).toBe(true)
    expect(await isLarge('leaf', { ifMatch: ['"x"'] })).toBe(true)
    expect(await isLarge('few-1', { menuId: 'few', ifMatch: ['"x"'] })).toBe(false)
    await database.close()
  })
})
