import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { importDocument } from '../src/document/read.ts'
import { openMemory } from './support/database.ts'
import { group, item, menu, menusDocument } from './support/documents.ts'

const database = await openMemory()
afterAll(() => database.close())

const tree = (name: string) =>
  menu(name, { groups: [group(name, { items: [item(name, { items: [item(`${name}-size`)] })] })] })
const document = menusDocument(tree('a'), tree('b'))

const revisions = async () => {
  const rows = await database.all<{ id: string; revision: string }>(
    'SELECT id, revision FROM menus ORDER BY id',
  )
  return Object.fromEntries(rows.map(({ id, revision }) => [id, revision]))
}

/** Which menus have another revision after these statements, written by whatever program. */
async function revisedBy(...statements: string[]): Promise<string[]> {
  const before = await revisions()
  await database.batch(statements.map((script) => ({ script })))
  const after = await revisions()
  return Object.keys(after).filter((id) => after[id] !== before[id])
}

beforeEach(async () => {
  await database.batch([{ script: 'DELETE FROM menus' }])
  await importDocument(database, structuredClone(document))
})

describe('the revision of a menu changes, whoever writes', () => {
  test.each([
    ['its name', "UPDATE menus SET name = 'x' WHERE id = 'a'"],
    ['its location', "UPDATE menus SET location_name = 'x' WHERE id = 'a'"],
    ['a group added', "INSERT INTO menu_groups (menu_id, position, id, name) VALUES ('a', 9, 'new', 'new')"],
    ['a group changed', "UPDATE menu_groups SET tags = '[]' WHERE id = 'group-a'"],
    ['a group removed', "DELETE FROM menu_groups WHERE id = 'group-a'"],
    [
      'an item added',
      "INSERT INTO menu_items (menu_id, position, id, group_id, name) VALUES ('a', 9, 'new', 'group-a', 'new')",
    ],
    ['an item out of stock', "UPDATE menu_items SET in_stock = '0' WHERE id = 'item-a-size'"],
    ['a price', "UPDATE menu_items SET price = 1 WHERE id = 'item-a'"],
    ['the order of items', "UPDATE menu_items SET position = 7 WHERE id = 'item-a'"],
    ['an item removed', "DELETE FROM menu_items WHERE id = 'item-a-size'"],
  ])('%s', async (_, statement) => expect(await revisedBy(statement)).toEqual(['a']))

  test('an item that moves from menu to menu: both', async () => {
    const move = "UPDATE menu_items SET menu_id = 'b', group_id = 'group-b' WHERE id = 'item-a-size'"
    expect(await revisedBy(move)).toEqual(['a', 'b'])
  })

  test('an item that is put in the place of one of another menu: both', async () => {
    const put = `
      INSERT INTO menu_items (menu_id, position, id, group_id, name) VALUES ('b', 9, 'item-a-size', 'group-b', 'x')
      ON CONFLICT (id) DO UPDATE SET menu_id = excluded.menu_id, group_id = excluded.group_id`
    expect(await revisedBy(put)).toEqual(['a', 'b'])
  })

  test('an import of the menu, and of no other', async () => {
    const before = await revisions()
    await importDocument(database, { menus: [tree('a')] })
    const after = await revisions()
    expect(after['a']).not.toBe(before['a'])
    expect(after['b']).toBe(before['b'])
  })
})

test('a revision never comes back, not even that of a menu that is deleted and made again', async () => {
  const seen = new Set<string | undefined>()
  for (let n = 0; n < 20; n++) {
    await database.batch([{ script: "DELETE FROM menus WHERE id = 'a'" }])
    await importDocument(database, { menus: [tree('a')] })
    seen.add((await revisions())['a'])
  }
  expect(seen.size).toBe(20)
})

test('what does not show in a menu leaves its revision: keys, grants, devices', async () => {
  expect(
    await revisedBy(
      "UPDATE api_keys SET name = 'x'",
      'DELETE FROM api_key_menus',
      "UPDATE users SET name = 'x'",
      "UPDATE menus SET name = 'y' WHERE id = 'unknown'",
    ),
  ).toEqual([])
})

test.each([
  "UPDATE menu_items SET tags = '{}'",
  "UPDATE menu_groups SET tags = 'lunch'",
  "UPDATE menu_items SET price = 'free'",
  "UPDATE menu_items SET in_stock = '2'",
  'UPDATE api_keys SET scopes = \'"device:read"\'',
])('whoever writes: %s is refused, since no answer could be made of it', async (statement) => {
  await expect(database.batch([{ script: statement }])).rejects.toThrow(
    /check constraint|cannot store|malformed JSON|invalid input syntax/i,
  )
})

test('a change that is rolled back leaves the revision', async () => {
  const before = await revisions()
  const broken = database.batch([
    { script: "UPDATE menus SET name = 'x'" },
    { script: 'UPDATE menus SET name = NULL' },
  ])
  await expect(broken).rejects.toThrow(/not.null/i)
  expect(await revisions()).toEqual(before)
})
