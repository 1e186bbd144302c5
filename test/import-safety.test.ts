import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signage } from './support/commands.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { group, item, KEY, menu } from './support/documents.ts'
import { startSignage } from './support/process.ts'

const folder = temporaryFolder()
const lunch = (...items: unknown[]) => menu('lunch', { name: 'Lunch', groups: [group('Drinks', { items })] })
const brew = (price = 4.5) => item('Cold Brew', { price })
const soup = item('Soup of the Day')
const tea = item('Tea')

/** Writes an import file. @returns its path */
function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Creates a database, with these contents if there are any. @returns a function that runs commands on it */
async function create(content?: unknown) {
  const environment = { DATABASE_URL: await newDatabaseUrl() }
  const run = (args: readonly string[], input = '') => signage([...args], { environment, input })
  if (content !== undefined) expect((await run(['import', '-'], JSON.stringify(content))).code).toBe(0)
  const exported = async () => JSON.parse((await run(['export'])).stdout)
  return { environment, run, exported }
}

const before = { menus: [lunch(brew(), soup, tea)] }
const after = { menus: [lunch(brew(4.75), tea, item('Oat Flat White'))] }
const CHANGES = `Lunch (lunch):
  - Soup of the Day
  Cold Brew  price 4.5 → 4.75
  + Oat Flat White
Items: 1 added, 1 changed, 1 removed.
`

describe('signage import --dry-run', () => {
  test('names the groups that a group is in, and the items that an item is in', async () => {
    const { run } = await create()
    const sized = item('Latte', { items: [item('Large')] })
    const menus = [
      menu('m', { groups: [group('Drinks', { groups: [group('Coffee', { items: [sized] })] })] }),
    ]
    const { stdout } = await run(['import', '--dry-run', file('nested.json', { menus })])
    expect(stdout).toContain(
      '  + Drinks (group)\n  + Drinks > Coffee (group)\n  + Latte\n  + Latte > Large\n',
    )
  })

  test.each([
    ['', 'The database is not up to date: run "signage migrate" first.'],
    ['hello', 'DATABASE_URL names a file that is not a SQLite database.'],
  ])('of a file that contains %j, says what is wrong in one sentence', async (content, problem) => {
    const path = file(`database-${content}.db`, content)
    const options = { environment: { DATABASE_URL: path } }
    expect(await signage(['import', '--dry-run', file('before.json', before)], options)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${problem}\n`,
    })
  })

  test('of a database that does not exist, everything is added, and the database is not created', async () => {
    const path = join(folder, 'missing.db')
    const environment = { DATABASE_URL: path }
    const args = ['import', '--dry-run', file('before.json', before)]
    expect(await signage(args, { environment })).toEqual({
      code: 0,
      stdout: expect.stringContaining('+ menu Lunch (lunch)\n'),
      stderr: `There is no database sqlite:${path} yet, so everything would be added.\nNothing was imported: this was a dry run.\n`,
    })
    expect(existsSync(path)).toBe(false)
  })
})

describe('signage import', () => {
  test('--dry-run shows what would change, and changes nothing', async () => {
    const { run, exported } = await create(before)
    const stored = await exported()
    expect(await run(['import', '--dry-run', file('after.json', after)])).toEqual({
      code: 0,
      stdout: CHANGES,
      stderr: 'Nothing was imported: this was a dry run.\n',
    })
    expect(await exported()).toEqual(stored)
  })

  test('reads standard input once, and calls it by its name', async () => {
    const { run } = await create()
    expect(await run(['import', '-', '-'])).toMatchObject({
      code: 2,
      stderr: 'Standard input can be read only once: name - only once.\n',
    })
    expect((await run(['import', '-'], 'Just a note.')).stderr).toMatch(
      /^standard input is in no known format/,
    )
  })

  test('refuses to remove all items of a menu, unless it is told to', async () => {
    const { run, exported } = await create(before)
    const stored = await exported()
    const empty = file('empty.json', { menus: [lunch()] })
    const refused = {
      code: 1,
      stderr:
        'The import would remove 3 of the 3 items of Lunch (lunch).\n' +
        'Nothing was imported: check the file, or add --allow-removals.\n',
    }
    expect(await run(['import', empty])).toMatchObject(refused)
    expect(await run(['import', '--dry-run', empty])).toMatchObject(refused)
    expect(await exported()).toEqual(stored)
    expect(await run(['import', '--allow-removals', empty])).toMatchObject({ code: 0 })
    expect((await exported()).menus[0].groups[0].items).toEqual([])
  })

  test('imports several files in one transaction, and errors name the file', async () => {
    const { run, exported } = await create()
    const users = file('users.json', { users: [{ id: 'ops', name: 'Operations' }] })
    const keys = file('keys.json', { apiKeys: [{ key: KEY, name: 'k', user: 'ops', menus: ['lunch'] }] })
    const menus = file('menus.json', before)
    expect(await run(['import', keys, users, menus])).toMatchObject({ code: 0 })
    const stored = await exported()
    expect(stored.apiKeys[0].menus).toEqual(['lunch'])
    const wrong = file('wrong.json', {
      users: [{ id: 'new', name: 'New' }, { id: 'ops', name: 7 }, { id: 'new' }],
    })
    expect(await run(['import', menus, wrong])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${wrong}: /users/1/name: must be text without NUL and lone surrogates, got 7\n${wrong}: /users/2/name: is missing\n`,
    })
    expect(await run(['import', menus, menus])).toMatchObject({
      stderr: expect.stringContaining(
        `${menus}: /menus/0/id: must be given once, but ${menus}: /menus/0 has the same id`,
      ),
    })
    expect(await exported()).toEqual(stored)
  })
})

describe('signage import --watch', () => {
  test('imports again when the file is written in place or replaced, waits for the rest of a half-written file, and keeps its safety', async () => {
    const { environment, exported } = await create()
    const path = file('watched.json', before)
    const watch = startSignage(['import', '--watch', path], environment)
    const price = async () => (await exported()).menus[0]?.groups[0]?.items[0]?.price
    await expect.poll(watch.output).toContain(`Watching ${path}.`)
    expect(await price()).toBe(4.5)

    writeFileSync(path, JSON.stringify({ menus: [lunch(brew(5), soup, tea)] }))
    await expect.poll(price).toBe(5)

    renameSync(file('next.json', { menus: [lunch(brew(6), soup, tea)] }), path)
    await expect.poll(price).toBe(6)

    const text = JSON.stringify({ menus: [lunch(brew(7), soup, tea)] })
    writeFileSync(path, text.slice(0, 60))
    setTimeout(() => writeFileSync(path, text), 500)
    await expect.poll(price).toBe(7)
    expect(watch.output()).not.toContain('must be JSON')

    writeFileSync(path, JSON.stringify({ menus: [lunch()] }))
    await expect.poll(watch.output).toContain('The import would remove 3 of the 3 items')
    expect(await price()).toBe(7)
    writeFileSync(path, JSON.stringify({ menus: [lunch(brew(8), soup, tea)] }))
    await expect.poll(price).toBe(8)
    expect(await watch.stop()).toBe(0)
  })

  test('imports again when the file of --stock changes', async () => {
    const { environment } = await create()
    const menus = [{ name: 'Bar', menuGroups: [{ name: 'Drinks', menuItems: [{ name: 'Tea', guid: 't' }] }] }]
    const [bar, stock] = [file('bar.json', { menus }), file('stock.json', [])]
    const watch = startSignage(['import', '--watch', bar, '--stock', stock], environment)
    await expect.poll(watch.output).toContain('Watching')
    writeFileSync(stock, JSON.stringify([{ guid: 't', status: 'OUT_OF_STOCK' }]))
    await expect.poll(watch.output).toContain('Items: 1 changed.')
    expect(await watch.stop()).toBe(0)
  })

  test.each([
    [2, ['-'], 'standard input cannot be read again'],
    [2, ['x.json', '--stock', '-'], 'standard input cannot be read again'],
    [2, ['--dry-run', 'x.json'], 'leave one of them out'],
    [1, [file('broken.json', '{')], 'must be JSON'],
  ])('ends with %i with %j', async (code, args, reason) => {
    const { run } = await create()
    expect(await run(['import', '--watch', ...args])).toMatchObject({
      code,
      stderr: expect.stringContaining(reason),
    })
  })
})

describe('the format of a file', () => {
  test.each([
    ['text that is no table', 'notes.txt', 'Just a note.'],
    ['another JSON', 'other.json', '{"hello": "world"}'],
    ['bytes', 'bytes.bin', '\u0001\u0002\0'],
  ])('%s is refused with the list of formats', async (_, name, content) => {
    const { run } = await create()
    const { code, stderr } = await run(['import', file(name, content)])
    expect(code).toBe(1)
    expect(stderr).toContain('document, square, square-items, toast, schema-org, table')
  })

  test('is named by --as if the content does not tell it', async () => {
    const { run } = await create()
    const lunch = file('list', 'Our lunch\nDish,Cost\nSoup,8')
    expect((await run(['import', lunch, '--menu-name', 'Lunch'])).code).toBe(1)
    const columns = ['--column', 'price=Cost', '--column', 'price=Fee', '--as', 'table']
    const files = [lunch, file('drinks', 'Dish,Fee\nTea,2')]
    expect((await run(['import', ...files, ...columns, '--menu-name', 'Lunch'])).code).toBe(0)
    for (const wrong of [['word'], ['table', '--column', 'price=Cost', '--ignore', 'cost']])
      expect(await run(['import', lunch, '--as', ...wrong])).toMatchObject({ code: 2 })
  })
})
