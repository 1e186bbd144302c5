import { afterAll, describe, expect, test } from 'vitest'
import { hashKey, keyId } from '../../src/auth/credential.ts'
import { importDocument } from '../../src/documents/import.ts'
import { listGrantedMenus, listMenus } from '../../src/menu/queries.ts'
import { changeItemNow, type ItemChange } from '../../src/menu/write/change-item.ts'
import { findExisting } from '../../src/storage/chunks.ts'
import { openMemory } from '../support/database.ts'
import { group, item, KEY, menu, menusDocument } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

/* Queries and changes of menus by commands. */

const database = await openMemory()
afterAll(() => database.close())
const lunch = menu('lunch', {
  name: 'B lunch',
  location: { name: 'Quayside' },
  groups: [
    group('soups', {
      groups: [group('cold soups')],
      items: [item('soup', { price: 5, items: [item('bread')] })],
    }),
  ],
})
const dinner = menu('dinner', {
  name: 'A dinner',
  groups: [group('mains', { items: [item('stew', { price: 9 })] })],
})
const document = menusDocument(lunch, dinner, menu('breakfast', { name: 'B lunch' }))
await importDocument(database, document, { clock: () => NOW })

interface StoredItem {
  readonly id: string
  readonly price: number | null
  readonly in_stock: number
}
const items = () =>
  database.all<StoredItem>({ sql: 'SELECT id, price, in_stock FROM menu_items ORDER BY id' })

test('menus are listed by name and id, with the number of their groups and items at any depth', async () => {
  const listed = (await listMenus(database)).map(({ id, groups, items }) => [
    id,
    Number(groups),
    Number(items),
  ])
  expect(listed).toEqual([
    ['dinner', 1, 1],
    ['breakfast', 0, 0],
    ['lunch', 2, 2],
  ])
})

test('the menus of a key are listed in the order of their ids', async () => {
  const other = { key: 'another-key', name: 'x', user: 'ops', scopes: [], menus: ['dinner'] }
  await importDocument(database, { apiKeys: [other] }, { clock: () => NOW })
  const idsOf = async (key: string) => listGrantedMenus(database, keyId(hashKey(key)))
  expect(await idsOf(KEY)).toEqual([
    { id: 'breakfast', name: 'B lunch' },
    { id: 'dinner', name: 'A dinner' },
    { id: 'lunch', name: 'B lunch' },
  ])
  expect(await idsOf('another-key')).toEqual([{ id: 'dinner', name: 'A dinner' }])
  expect(await idsOf('unknown')).toEqual([])
})

test('the ids of existing menus are found among others', async () => {
  expect(await findExisting(database, 'menus', ['lunch', 'supper', 'dinner'])).toEqual(
    new Set(['lunch', 'dinner']),
  )
})

describe('one item', () => {
  const change = (itemId: string, to: ItemChange, menuId = itemId === 'item-stew' ? 'dinner' : 'lunch') =>
    changeItemNow(database, { menuId, itemId }, to, { nowMs: NOW })
  const changed = (id: string, change: Partial<StoredItem>, from: readonly StoredItem[]) =>
    from.map((each) => (each.id === id ? { ...each, ...change } : each))

  test('its stock can be set; the result is whether the item exists', async () => {
    const before = await items()
    expect(before.map(({ in_stock }) => in_stock)).toEqual([1, 1, 1])
    expect(await change('item-stew', { inStock: false })).toBe(true)
    expect(await items()).toEqual(changed('item-stew', { in_stock: 0 }, before))
    expect(await change('item-stew', { inStock: true })).toBe(true)
    expect(await change('item-none', { inStock: false })).toBe(false)
    expect(await change('item-stew', { inStock: false }, 'lunch')).toBe(false)
    expect(await items()).toEqual(before)
  })

  test('its price can be set or removed; the result is whether the item exists', async () => {
    const before = await items()
    expect(await change('item-bread', { price: 1.25 })).toBe(true)
    expect(await change('item-soup', { price: null })).toBe(true)
    expect(await change('item-none', { price: 1 })).toBe(false)
    const priced = changed('item-bread', { price: 1.25 }, before)
    expect(await items()).toEqual(changed('item-soup', { price: null }, priced))
  })
})
