import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { changeItemNow } from '../../src/menu/write/change-item.ts'
import { type ChangeLogEntry, listChangeLog } from '../../src/menu/write/queries/change-log.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { afterTestFile } from '../support/clean-up.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseToOpen, openMemory, temporaryFolder } from '../support/database.ts'
import { device, group, item, KEY, menu } from '../support/documents.ts'
import { NOW, startService } from '../support/service.ts'

const DAY_MS = 86_400_000

/** Creates a database, and functions that run commands on it and list what was logged since the last call. */
async function create() {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const run = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await signage(args, { environment, input })
    expect([code, stderr]).toEqual([0, expect.any(String)])
    return stdout
  }
  const put = (document: object, ...options: string[]) =>
    run(['import', '-', ...options], JSON.stringify(document))
  let seen = 0
  const logged = async () => {
    const entries: Record<string, unknown>[] = JSON.parse(await run(['changes', '--json', '--limit', '1000']))
    const fresh = entries.slice(0, entries.length - seen).toReversed()
    seen = entries.length
    return fresh.map(({ command, action, kind, id, field, from, to }) =>
      [command, action, kind, id, field, ...(field ? [from, to].map((value) => JSON.stringify(value)) : [])]
        .filter((part) => part !== null)
        .join(' '),
    )
  }
  return { environment, run, put, logged }
}

const soup = item('soup', { price: 5 })
const lunch = (items: object[], ...groups: object[]) =>
  menu('lunch', { groups: [group('soups', { items }), ...groups] })

describe('the change log', () => {
  test('has a line for each field that a command changes, and says which command it was', async () => {
    const { run, put, logged } = await create()
    await put({ menus: [lunch([soup, item('bread')], group('cold')), menu('dinner'), menu('late')] })
    expect(await logged()).toEqual([
      'import added menu lunch',
      'import added menu dinner',
      'import added menu late',
    ])
    await put({ menus: [{ ...lunch([{ ...soup, price: 6, tags: ['hot'] }, item('leek')]), name: 'Lunch' }] })
    expect(await logged()).toEqual([
      'import changed menu lunch name "lunch" "Lunch"',
      'import removed group group-cold',
      'import removed item item-bread',
      'import changed item item-soup tags [] ["hot"]',
      'import changed item item-soup price 5 6',
      'import added item item-leek',
    ])
    await run(['menus', 'price', 'item-soup', '7'])
    await run(['menus', 'price', 'item-soup', '7'])
    await run(['menus', 'stock', 'item-soup', 'out'])
    expect(await logged()).toEqual([
      'menus price changed item item-soup price 6 7',
      'menus stock changed item item-soup inStock true false',
    ])
    await run(['menus', 'delete', 'dinner', '--yes'])
    await put({ menus: [menu('new')] })
    expect(await logged()).toEqual(['menus delete removed menu dinner', 'import added menu new'])
  })

  test('has no line for what is equal, for a dry run, for an import that is refused, and for users, devices and keys', async () => {
    const { environment, run, put, logged } = await create()
    const document = {
      users: [{ id: 'ops', name: 'Operations' }],
      devices: [device('one')],
      menus: [lunch([soup])],
      apiKeys: [{ key: KEY, name: 'k', user: 'ops', menus: ['lunch'] }],
    }
    await put(document)
    expect(await logged()).toEqual(['import added menu lunch'])
    await put({ ...document, users: [{ id: 'ops', name: 'Ops' }], devices: [device('two')] })
    await put({ menus: [lunch([{ ...soup, price: 1 }])] }, '--dry-run')
    await run(['menus', 'price', 'item-soup', '5'])
    const input = JSON.stringify({ menus: [lunch([])] })
    expect((await signage(['import', '-'], { environment, input })).code).toBe(1)
    expect(await logged()).toEqual([])
  })

  test('says that a menu was pulled', async () => {
    const document = {
      users: [{ id: 'ops', name: 'Operations' }],
      menus: [lunch([soup])],
      apiKeys: [{ key: KEY, name: 'k', user: 'ops', menus: ['lunch'] }],
    }
    const service = await startService(document, { hasRealClock: true })
    const keyFile = join(temporaryFolder(), 'key')
    writeFileSync(keyFile, KEY, { mode: 0o600 })
    const { run, logged } = await create()
    const pull = async () => void (await run(['pull', await service.address(), '--key-file', keyFile]))
    await pull()
    await service.put({ menus: [lunch([{ ...soup, price: 6 }])] })
    await pull()
    expect(await logged()).toEqual(['pull added menu lunch', 'pull changed item item-soup price 5 6'])
  })

  test('is shown as a table, with the command that changed something', async () => {
    const { run, put } = await create()
    await put({ menus: [lunch([soup])] })
    await run(['menus', 'stock', 'soup', 'out'])
    const [heading = '', newest = '', oldest = ''] = (await run(['changes'])).split('\n')
    expect(heading).toMatch(/^TIME +BY +CHANGE +MENU +ID +FIELD +FROM +TO$/)
    expect(newest).toMatch(
      /^\S+Z +signage menus stock +item soup changed +lunch +item-soup +inStock +true +false$/,
    )
    expect(oldest).toMatch(/^\S+Z +signage import +menu lunch added +lunch +lunch/)
  })

  test('has the fields of groups and items that are removed from a menu, or added to it', async () => {
    const { run, put } = await create()
    const bread = item('bread', { description: 'Rye', price: 2.5, tags: ['a', 'b'], inStock: false })
    await put({ menus: [lunch([soup, item('leek'), bread], group('cold', { description: 'Summer' }))] })
    await put({ menus: [lunch([soup, item('leek'), item('roll', { price: 3, items: [item('large')] })])] })
    const entries = JSON.parse(await run(['changes', '--json', '--limit', '4']))
    const none = { field: null, from: null, to: null }
    const plain = { inStock: true, calories: null, price: null, tags: [], description: null }
    expect(entries.toReversed()).toMatchObject([
      {
        ...none,
        id: 'group-cold',
        action: 'removed',
        from: { name: 'cold', description: 'Summer', tags: [] },
      },
      {
        ...none,
        id: 'item-bread',
        action: 'removed',
        from: { ...plain, name: 'bread', description: 'Rye', price: 2.5, tags: ['a', 'b'], inStock: false },
      },
      { ...none, id: 'item-roll', action: 'added', to: { ...plain, name: 'roll', price: 3 } },
      { ...none, id: 'item-large', action: 'added', to: { ...plain, name: 'large' } },
    ])
    expect(await run(['changes'])).toMatch(
      /item bread removed +lunch +item-bread +- +\{"inStock":false,"calories":null,"price":2\.5,"tags":\["a","b"\].*…? +-$/m,
    )
  })

  test('shortens long values in the table, and has all of them in JSON', async () => {
    const { run, put } = await create()
    const name = 'x'.repeat(1000)
    await put({ menus: [lunch([soup])] })
    await put({ menus: [lunch([{ ...soup, name, description: '🍲'.repeat(500) }])] })
    const lines = (await run(['changes'])).split('\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(450)
    expect(lines[1]).toContain(`item ${'x'.repeat(75)}… `)
    const [newest] = JSON.parse(await run(['changes', '--json', '--limit', '1']))
    expect(newest).toMatchObject({ name, field: 'description', to: '🍲'.repeat(500) })
  })

  test('is printed whole, however many lines it has', async () => {
    const { run, put } = await create()
    const items = (price: number) => Array.from({ length: 250 }, (_, n) => item(`i${n}`, { price }))
    await put({ menus: [lunch(items(1))] })
    await put({ menus: [lunch(items(2))] })
    const all = JSON.parse(await run(['changes', '--json', '--limit', '1000']))
    expect(all.map(({ id }: { id: string }) => id)).toEqual(
      ['lunch', ...items(2).map(({ id }) => id)].toReversed(),
    )
    for (const limit of [1, 99, 100, 101, 200, 251]) {
      const part = await run(['changes', '--json', '--limit', `${limit}`])
      expect(part).toBe(`${JSON.stringify(all.slice(0, limit), null, 2)}\n`)
      expect((await run(['changes', '--limit', `${limit}`])).trimEnd().split('\n')).toHaveLength(limit + 1)
    }
  })

  test('keeps the newest 100 MB, whoever writes', async () => {
    const database = await openMemory()
    afterTestFile(() => database.close())
    await importDocument(database, { menus: [lunch([soup])] }, { clock: () => NOW })
    const description = `'"${'x'.repeat(1_000_000)}"'`
    const script = `
INSERT INTO change_log (at, action, kind, target_id, name, field, old_value, new_value)
VALUES ('${new Date(NOW).toISOString()}', 'changed', 'item', 'i', 'i', 'description', null, ${description});`
    for (let n = 0; n < 11; n++) await database.batch(Array(10).fill({ script }))
    const count = async () =>
      Number(
        (await database.get<{ lines: number }>({ sql: 'SELECT count(*) AS lines FROM change_log' }))?.lines,
      )
    expect(await count()).toBe(111)
    const origin = { nowMs: NOW, keyId: 'key_0123456789abcdef' }
    await changeItemNow(database, { menuId: 'lunch', itemId: 'item-soup' }, { price: 7 }, origin)
    expect(await count()).toBe(101)
    await changeItemNow(database, { menuId: 'lunch', itemId: 'item-soup' }, { price: 8 }, origin)
    expect(await count()).toBe(102)
    expect(await listChangeLog(database, NOW, 3)).toMatchObject([
      { new_value: '8' },
      { new_value: '7' },
      { field: 'description' },
    ])
  })

  test('cuts off values that are longer than any field', async () => {
    const { run, put } = await create()
    const name = 'x'.repeat(1000)
    const items = Array.from({ length: 300 }, (_, n) => item(`i${n}`, { id: `i${n}` })).map((one) => ({
      ...one,
      name,
    }))
    await put({ menus: [lunch(items)] })
    await put({ menus: [lunch(items.toReversed())] })
    const [newest] = JSON.parse(await run(['changes', '--json', '--limit', '1']))
    expect(newest).toMatchObject({ field: 'order of items', from: expect.stringMatching(/^\["x+.*…$/) })
    expect(newest.from).toHaveLength(250_001)
  })

  test('loses what is older than 90 days when a command writes, since there may be no service that deletes it', async () => {
    const database = await openMemory()
    afterTestFile(() => database.close())
    const put = (price: number, days: number) =>
      importDocument(database, { menus: [lunch([{ ...soup, price }])] }, { clock: () => NOW + days * DAY_MS })
    const count = async () =>
      (await database.all<ChangeLogEntry>({ sql: 'SELECT at FROM change_log' })).length
    await put(1, 0)
    await put(2, 89)
    expect(await count()).toBe(2)
    await put(2, 91)
    expect(await count()).toBe(2)
    await put(3, 91)
    expect(await count()).toBe(2)
    expect(await listChangeLog(database, NOW + 91 * DAY_MS, 10)).toMatchObject([
      { new_value: '3' },
      { new_value: '2' },
    ])
  })

  test('has all lines of a large import', async () => {
    const { environment, put } = await create()
    const menus = (price: number) =>
      Array.from({ length: 3 }, (_, m) => {
        const items = Array.from({ length: 700 }, (_, n) => item(`${m}-${n}`, { price }))
        return menu(`m${m}`, { groups: [group(`g${m}`, { items })] })
      })
    await put({ menus: menus(1) })
    await put({ menus: menus(2) })
    const database = await openDatabase(environment.DATABASE_URL, 'read')
    afterTestFile(() => database.close())
    const lines = await listChangeLog(database, Date.now(), 10_000)
    expect(lines).toHaveLength(3 + 3 * 700)
    expect(new Set(lines.map(({ target_id }) => target_id)).size).toBe(3 + 3 * 700)
  })
})
