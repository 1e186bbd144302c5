import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import type { ImportDifference } from '../../src/documents/write/import-differences.ts'
import type { Database, Statement } from '../../src/storage/database.ts'
import { exported, openMemory, throughDatabase } from '../support/database.ts'
import { device, group, item, KEY, menu } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

/** Opens a database that counts the rows that imports write, without the lines of the change log. */
async function open() {
  const database = await openMemory()
  onTestFinished(() => database.close())
  let rows = 0
  const logged = async () =>
    Number(
      (await database.get<{ lines: number }>({ sql: 'SELECT count(*) AS lines FROM change_log' }))?.lines,
    )
  const counted: Database = {
    ...database,
    batch: async (statements: Iterable<Statement>) => {
      const before = await logged()
      rows = await database.batch(statements)
      rows -= (await logged()) - before
      return rows
    },
  }
  const revisions = async () => {
    const found = await database.all<{ id: string; revision: string }>({
      sql: 'SELECT id, revision FROM menus ORDER BY id',
    })
    return Object.fromEntries(found.map(({ id, revision }) => [id, revision]))
  }
  return {
    database,
    revisions,
    /** @returns how many rows were written, and what changed */
    async put(document: unknown, options = {}) {
      const changes: ImportDifference[] = []
      const onDifference = (change: ImportDifference) => changes.push(change)
      await importDocument(counted, structuredClone(document), { clock: () => NOW, onDifference, ...options })
      return { rows, changes }
    },
  }
}

const soups = (price = 8) =>
  group('soups', {
    items: [
      item('tomato', { price }),
      item('lentil', {
        price: 7,
        tags: ['diet:vegan', 'hot', 'a, "b"'],
        items: [item('bowl', { price: 9 })],
      }),
    ],
  })
const lunch = (...groups: unknown[]) => menu('lunch', { name: 'Lunch', groups })
const daily = (from: string) => ({
  exceptions: [{ windows: [], date: '2026-12-25' }],
  windows: [{ from, to: '22:00', days: ['mon', 'sun'], unknown: 1 }],
})
const everything = {
  users: [{ id: 'ops', name: 'Operations' }],
  sites: [{ id: 'quay', name: 'Quay', timezone: 'Europe/Paris', hours: daily('06:00') }],
  devices: [device('one', { site: 'quay' }), device('two', { access: [{ user: 'ops', level: 'publish' }] })],
  menus: [
    lunch(soups()),
    menu('dinner', { groups: [group('mains', { tags: ['x', 'y'], groups: [group('fish')] })] }),
  ],
  apiKeys: [{ key: KEY, name: 'k', user: 'ops', scopes: ['device:read'], menus: ['lunch', 'dinner'] }],
}

describe('an import writes only what differs', () => {
  test('a second import of the same file writes no row and changes no revision', async () => {
    const { database, put, revisions } = await open()
    await put(everything)
    const [before, version] = [await revisions(), await database.contentVersion()]
    expect(await put(everything)).toEqual({ rows: 0, changes: [] })
    expect(await revisions()).toEqual(before)
    expect(await database.contentVersion()).toBe(version)
  })

  test('one changed price writes one row', async () => {
    const { put, revisions } = await open()
    await put(everything)
    const before = await revisions()
    expect(await put({ menus: [lunch(soups(8.5)), ...everything.menus.slice(1)] })).toEqual({
      rows: 1,
      changes: [
        {
          kind: 'item',
          action: 'changed',
          id: 'item-tomato',
          name: 'tomato',
          menu: { id: 'lunch', name: 'Lunch' },
          parents: [],
          fields: [{ field: 'price', from: 8, to: 8.5 }],
        },
      ],
    })
    const after = await revisions()
    expect(after['lunch']).not.toBe(before['lunch'])
    expect(after['dinner']).toBe(before['dinner'])
  })

  test('every field of an item, a group and a menu is compared', async () => {
    const { put } = await open()
    const [user] = everything.users
    await put({ users: [user], menus: [lunch(group('g', { items: [item('i')] }))] })
    const changed = lunch({
      ...group('g', { description: 'd', tags: ['t'] }),
      name: 'Group',
      items: [
        { ...item('i', { description: 'd', calories: 1, tags: ['a', 'b'], inStock: false }), name: 'Item' },
      ],
    })
    const { changes } = await put({
      menus: [{ ...changed, name: 'Brunch', location: { name: 'Lobby', restaurantName: 'Kites' } }],
    })
    expect(changes.map(({ kind, fields }) => [kind, fields?.map(({ field, to }) => [field, to])])).toEqual([
      [
        'menu',
        [
          ['name', 'Brunch'],
          ['location', 'Lobby'],
          ['restaurantName', 'Kites'],
        ],
      ],
      [
        'group',
        [
          ['name', 'Group'],
          ['description', 'd'],
          ['tags', ['t']],
        ],
      ],
      [
        'item',
        [
          ['name', 'Item'],
          ['description', 'd'],
          ['tags', ['a', 'b']],
          ['calories', 1],
          ['inStock', false],
        ],
      ],
    ])
  })

  test('what is added and removed is named, and what only moves down is not', async () => {
    const { put } = await open()
    await put({ menus: [lunch(group('g', { items: [item('a'), item('b'), item('c')] }))] })
    const { changes } = await put({
      menus: [lunch(group('g', { items: [item('new'), item('b'), item('c')] }))],
    })
    expect(changes.map(({ action, name }) => `${action} ${name}`)).toEqual(['removed a', 'added new'])
  })

  test('a new order is a change of the group, the item or the menu whose contents change places', async () => {
    const { put } = await open()
    const build = (reverse: boolean) => {
      const ordered = <Part>(...parts: Part[]) => (reverse ? parts.reverse() : parts)
      const parent = item('parent', { items: ordered(item('x'), item('y')) })
      return lunch(...ordered(group('g', { items: ordered(item('a'), parent) }), group('h')))
    }
    await put({ menus: [build(false)] })
    const { changes } = await put({ menus: [build(true)] })
    expect(
      changes.map(({ kind, id, fields }) => [kind, id, fields?.map(({ field, to }) => [field, to])]),
    ).toEqual([
      ['menu', 'lunch', [['order of groups', ['h', 'g']]]],
      ['group', 'group-g', [['order of items', ['parent', 'a']]]],
      ['item', 'item-parent', [['order of items', ['y', 'x']]]],
    ])
  })

  test('what moves into another group or item is shown with their names, and its sizes are not repeated', async () => {
    const { put } = await open()
    const latte = item('latte', { items: [item('large')] })
    // Groups may have the ids of items.
    const [hot, cold] = [{ id: 'item-latte' }, { id: 'item-milk' }]
    await put({
      menus: [
        lunch({ ...group('hot', { items: [latte, item('milk')] }), ...hot }, { ...group('cold'), ...cold }),
      ],
    })
    const moved = lunch(
      { ...group('hot'), ...hot },
      { ...group('cold', { items: [latte, item('tea', { items: [item('milk')] })] }), ...cold },
    )
    const { changes } = await put({ menus: [moved] })
    expect(changes.map(({ name, fields }) => [name, fields])).toEqual([
      ['latte', [{ field: 'group', from: 'hot', to: 'cold' }]],
      ['tea', undefined],
      ['milk', [{ field: 'parent', from: null, to: 'tea' }]],
    ])
  })

  test('users, sites, devices with their access and site, and keys with their grants are compared', async () => {
    const { put } = await open()
    await put(everything)
    const [user] = everything.users
    const { changes } = await put({
      users: [{ ...user, name: 'Ops' }],
      sites: [{ ...everything.sites[0], name: 'Quayside', timezone: 'Europe/Rome', hours: daily('07:00') }],
      devices: [
        device('one', { name: 'Lobby' }),
        device('two', { access: [{ user: 'ops', level: 'read' }] }),
      ],
      apiKeys: [{ ...everything.apiKeys[0], menus: ['dinner'] }],
    })
    expect(changes.map(({ kind, action, fields }) => [kind, action, fields])).toEqual([
      ['user', 'changed', [{ field: 'name', from: 'Operations', to: 'Ops' }]],
      [
        'site',
        'changed',
        [
          { field: 'name', from: 'Quay', to: 'Quayside' },
          { field: 'timezone', from: 'Europe/Paris', to: 'Europe/Rome' },
          {
            field: 'hours',
            from: expect.objectContaining({
              windows: [{ days: ['mon', 'sun'], from: '06:00', to: '22:00' }],
            }),
            to: {
              windows: [{ days: ['mon', 'sun'], from: '07:00', to: '22:00' }],
              exceptions: [{ date: '2026-12-25', windows: [] }],
            },
          },
        ],
      ],
      [
        'device',
        'changed',
        [
          { field: 'name', from: 'Front Lobby', to: 'Lobby' },
          { field: 'site', from: 'quay', to: null },
        ],
      ],
      ['device', 'changed', [{ field: 'access', from: ['ops publish'], to: ['ops read'] }]],
      ['key', 'changed', [{ field: 'menus', from: ['dinner', 'lunch'], to: ['dinner'] }]],
    ])
  })

  test('two menus may have the same ids, in one file or several', async () => {
    const { database, put, revisions } = await open()
    const both = (price: number) => [menu('a', { groups: [soups()] }), menu('b', { groups: [soups(price)] })]
    await put({ menus: both(1) })
    expect(await exported(database)).toBe(await throughDatabase({ menus: both(1) }))
    expect((await put({ menus: both(1) })).rows).toBe(0)

    const { a } = await revisions()
    const { rows, changes } = await put({ menus: both(2).slice(1) })
    expect([rows, changes]).toEqual([
      1,
      [
        expect.objectContaining({
          id: 'item-tomato',
          menu: { id: 'b', name: 'b' },
          fields: [{ field: 'price', from: 1, to: 2 }],
        }),
      ],
    ])
    expect((await revisions())['a']).toBe(a)
    await put({ menus: [menu('b')] })
    expect(await exported(database)).toBe(await throughDatabase({ menus: [both(1)[0], menu('b')] }))
  })
})

describe('an import without permission to remove items', () => {
  const items = (count: number) => Array.from({ length: count }, (_, n) => item(`i${n}`))
  const withItems = (count: number) => ({ menus: [lunch(group('g', { items: items(count) }))] })

  test.each([
    [1, 0, true],
    [3, 0, true],
    [3, 1, false],
    [9, 1, false],
    [10, 4, true],
    [10, 5, false],
    [11, 5, true],
  ])('a menu of %i items that keeps %i: refused is %s', async (before, after, isRefused) => {
    const { database, put } = await open()
    await put(withItems(before))
    const stored = await exported(database)
    const importing = put(withItems(after), { allowRemovals: false })
    if (!isRefused) return expect((await importing).changes).toHaveLength(before - after)
    await expect(importing).rejects.toThrow(
      `The import would remove ${before - after} of the ${before} items of Lunch (lunch).`,
    )
    expect(await exported(database)).toBe(stored)
  })

  test('items that move to another menu are missing from theirs', async () => {
    const { put } = await open()
    await put(withItems(2))
    const moved = { menus: [lunch(), menu('other', { groups: [group('g', { items: items(2) })] })] }
    await expect(put(moved, { allowRemovals: false })).rejects.toThrow(
      'would remove 2 of the 2 items of Lunch',
    )
  })
})

/** Menus whose ids come from small sets, so that things move between groups, and menus have the same ids. */
const menus = fc
  .tuple(fc.shuffledSubarray([...'abcdef']), fc.shuffledSubarray([...'uvwxyz']), fc.infiniteStream(fc.nat(5)))
  .map(([groupIds, itemIds, choices]) => {
    const next = () => Number(choices.next().value)
    const treeOf = (wantedGroups: string[], wantedItems: string[]) => {
      const lists: unknown[][] = [[]]
      const itemLists: unknown[][] = []
      for (const id of wantedGroups) {
        const [groups, items]: unknown[][] = [[], []]
        lists[next() % lists.length]?.push({ ...group(id), name: `${next()}`, groups, items })
        lists.push(groups ?? [])
        itemLists.push(items ?? [])
      }
      for (const id of itemLists.length > 0 ? wantedItems : []) {
        const items: unknown[] = []
        itemLists[next() % itemLists.length]?.push({ ...item(id), price: next(), items })
        itemLists.push(items)
      }
      return lists[0] ?? []
    }
    const half = (ids: string[]) => ids.filter(() => next() % 2 === 0)
    const both = ['first', 'second'].map((id) => menu(id, { groups: treeOf(half(groupIds), half(itemIds)) }))
    return { menus: next() % 2 ? both : both.reverse() }
  })

test('after any import, a database contains what an empty one would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(menus, { minLength: 2, maxLength: 4 }), async (documents) => {
      const database = await openMemory()
      try {
        for (const document of documents) await importDocument(database, structuredClone(document))
        expect(await exported(database)).toBe(await throughDatabase(documents.at(-1)))
      } finally {
        await database.close()
      }
    }),
    { numRuns: 60 },
  )
})

test('an emptied menu loses more items than one statement deletes, and only its own', async () => {
  const { database, put } = await open()
  const many = Array.from({ length: 10_500 }, (_, n) =>
    item(`n${n}`, { items: n < 50 ? [item(`n${n}s`)] : [] }),
  )
  const others = menu('other', { groups: [group('others', { items: [item('kept')] })] })
  await put({ menus: [lunch(group('g', { items: many })), others] })
  expect((await put({ menus: [lunch(group('g'))] })).changes).toHaveLength(10_550)
  expect(await database.all({ sql: 'SELECT id FROM menu_items' })).toEqual([{ id: 'item-kept' }])
})
