import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { openMemory } from '../support/database.ts'
import { group, item, menu, menusDocument } from '../support/documents.ts'

const database = await openMemory()
afterAll(() => database.close())

/** A menu with a group that has a child, and an item that has a child; the children have none themselves. */
const tree = (name: string) => {
  const dish = item(name, { items: [item(`${name}-size`)] })
  return menu(name, { groups: [group(name, { items: [dish], groups: [group(`${name}-child`)] })] })
}
const granted = menusDocument(tree('a'), tree('b'))
/** No row refers to the last menu, so its id can be changed. */
const document = { ...granted, menus: [...granted.menus, menu('empty')] }

const revisions = async () => {
  const rows = await database.all<{ id: string; revision: string }>({
    sql: 'SELECT id, revision FROM menus ORDER BY id',
  })
  return Object.fromEntries(rows.map(({ id, revision }) => [id, revision]))
}

/** Runs statements, as any program could. @returns the ids of the menus whose revision is new after that */
async function revisedBy(...statements: string[]): Promise<string[]> {
  const before = new Set(Object.values(await revisions()))
  await database.batch(statements.map((script) => ({ script })))
  return Object.entries(await revisions()).flatMap(([id, revision]) => (before.has(revision) ? [] : [id]))
}

beforeEach(async () => {
  await database.batch([{ script: 'DELETE FROM menus' }])
  await importDocument(database, structuredClone(document))
})

/**
 * For each table a row, and for each of its columns a new value and the menus whose revision this changes. What moves to another
 * menu leaves its parent.
 */
const changes = {
  menus: {
    row: 'empty',
    columns: {
      id: ["'renamed'", 'renamed'],
      name: ["'x'", 'empty'],
      location_name: ["'x'", 'empty'],
      restaurant_name: ["'x'", 'empty'],
    },
  },
  menu_groups: {
    row: 'group-a-child',
    columns: {
      menu_id: ["'b', parent_id = NULL", 'a', 'b'],
      position: ['7', 'a'],
      id: ["'renamed'", 'a'],
      parent_id: ['NULL', 'a'],
      name: ["'x'", 'a'],
      description: ["'x'", 'a'],
      tags: ['\'["x"]\'', 'a'],
    },
  },
  menu_items: {
    row: 'item-a-size',
    columns: {
      menu_id: ["'b', parent_id = NULL, group_id = 'group-b'", 'a', 'b'],
      position: ['7', 'a'],
      id: ["'renamed'", 'a'],
      group_id: ["'group-a-child'", 'a'],
      parent_id: ['NULL', 'a'],
      name: ["'x'", 'a'],
      description: ["'x'", 'a'],
      price: ['1', 'a'],
      calories: ['1', 'a'],
      tags: ['\'["x"]\'', 'a'],
      in_stock: ["'0'", 'a'],
    },
  },
}

describe('the revision of a menu changes with every write by any program', () => {
  describe.each(Object.entries(changes))('an update of %s', (table, { row, columns }) => {
    test.each(Object.entries(columns))('%s', async (column, [value, ...menus]) => {
      expect(await revisedBy(`UPDATE ${table} SET ${column} = ${value} WHERE id = '${row}'`)).toEqual(menus)
    })

    test('has a test for every column', async () => {
      const [stored] = await database.all<object>({ sql: `SELECT * FROM ${table}` })
      const { revision: _, ...shown } = { revision: '', ...stored }
      expect(Object.keys(columns).sort()).toEqual(Object.keys(shown).sort())
    })
  })

  test.each([
    ['a group added', "INSERT INTO menu_groups (menu_id, position, id, name) VALUES ('a', 9, 'new', 'new')"],
    ['a group removed', "DELETE FROM menu_groups WHERE id = 'group-a-child'"],
    [
      'an item added',
      "INSERT INTO menu_items (menu_id, position, id, group_id, name) VALUES ('a', 9, 'new', 'group-a', 'new')",
    ],
    ['an item removed', "DELETE FROM menu_items WHERE id = 'item-a-size'"],
  ])('%s', async (_, statement) => expect(await revisedBy(statement)).toEqual(['a']))

  test('an item or a group is changed by an upsert', async () => {
    const putItem = `
      INSERT INTO menu_items (menu_id, position, id, group_id, name) VALUES ('a', 9, 'item-a-size', 'group-a', 'x')
      ON CONFLICT (menu_id, id) DO UPDATE SET name = excluded.name`
    expect(await revisedBy(putItem)).toEqual(['a'])
    const putGroup = `
      INSERT INTO menu_groups (menu_id, position, id, name) VALUES ('a', 9, 'group-a-child', 'x')
      ON CONFLICT (menu_id, id) DO UPDATE SET name = excluded.name`
    expect(await revisedBy(putGroup)).toEqual(['a'])
  })

  if (database.engine === 'sqlite') {
    test.each([
      "INSERT OR REPLACE INTO menu_groups (menu_id, position, id, name) VALUES ('a', 9, 'group-a-child', 'x')",
      "INSERT OR REPLACE INTO menu_items (menu_id, position, id, group_id, name) VALUES ('a', 9, 'item-a-size', 'group-a', 'x')",
    ])('%s', async (statement) => expect(await revisedBy(statement)).toEqual(['a']))
  } else {
    test.each(['TRUNCATE menu_items CASCADE', 'TRUNCATE menu_groups CASCADE'])(
      'in all menus: %s',
      async (statement) => expect(await revisedBy(statement)).toEqual(['a', 'b', 'empty']),
    )
  }

  test('an import that changes the menu; other menus keep their revisions', async () => {
    await importDocument(database, { menus: [tree('a'), tree('b')] })
    const before = await revisions()
    await importDocument(database, { menus: [{ ...tree('a'), name: 'renamed' }, tree('b')] })
    const after = await revisions()
    expect(after['a']).not.toBe(before['a'])
    expect(after['b']).toBe(before['b'])
    await importDocument(database, { menus: [{ ...tree('a'), name: 'renamed' }, tree('b')] })
    expect(await revisions()).toEqual(after)
  })
})

test('a revision is never reused, not even if a menu is deleted and created again', async () => {
  const seen = new Set<string | undefined>()
  for (let n = 0; n < 20; n++) {
    await database.batch([{ script: "DELETE FROM menus WHERE id = 'a'" }])
    await importDocument(database, { menus: [tree('a')] })
    seen.add((await revisions())['a'])
  }
  expect(seen.size).toBe(20)
})

test('the revision does not change with data that is not part of a menu: keys, grants, users', async () => {
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
])(
  'the database rejects %s from any program, because no response could be built from it',
  async (statement) => {
    await expect(database.batch([{ script: statement }])).rejects.toThrow(
      /check constraint|cannot store|malformed JSON|invalid input syntax/i,
    )
  },
)

test('the revision does not change if a change is rolled back', async () => {
  const before = await revisions()
  const broken = database.batch([
    { script: "UPDATE menus SET name = 'x'" },
    { script: 'UPDATE menus SET name = NULL' },
  ])
  await expect(broken).rejects.toThrow(/not.null/i)
  expect(await revisions()).toEqual(before)
})
