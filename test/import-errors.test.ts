import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refused, signage } from './support/commands.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { group, item, menu } from './support/documents.ts'
import { workbookOf } from './support/workbook.ts'

const folder = temporaryFolder()

function write(name: string, content: string | Uint8Array | object): string {
  const isRaw = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(join(folder, name), isRaw ? content : JSON.stringify(content))
  return join(folder, name)
}

async function create() {
  const environment = { DATABASE_URL: await newDatabaseUrl() }
  return (...args: string[]) => signage(args, { environment })
}

const WAYS = [['import'], ['import', '--dry-run']]
const LUNCH = menu('lunch', { groups: [group('g', { items: [item('i')] })] })

describe('every error of a file names it', () => {
  test.each<[string, string | object, string, string[]]>([
    ['not-json.json', '{"menus": [', 'must be JSON, but is not at line 1, column 12', []],
    ['latin1.json', '{"menus": "\xff', 'must be JSON, but is not at', []],
    ['list.json', '[]', 'is in no known format', []],
    [
      'wrong.json',
      { menus: [{ id: 'm', name: 1 }] },
      '/menus/0/name: must be text that is not blank, without NUL and lone surrogates, got 1',
      [],
    ],
    ['twice.json', { menus: [LUNCH, LUNCH] }, 'twice.json: /menus/0 has the same id', []],
    ['deep.json', `{"menus": ${'['.repeat(9999)}${']'.repeat(9999)}}`, 'must not nest deeper', []],
    ['object.json', { menus: {} }, '/menus: must be an array, got an object', []],
    ['nameless.csv', 'item,group\na,g', 'The file does not name its menu: add --menu-name NAME.', []],
    [
      'two.csv',
      'menu,item\nA,a\nB,b',
      '--menu-id is for one menu, but there are 2: A, B.',
      ['--menu-id', 'm'],
    ],
    [
      'place.json',
      { objects: [{ type: 'ITEM', id: 'a', item_data: {} }] },
      'The location X is not',
      ['--location-id', 'X'],
    ],
  ])('%s', async (name, content, message, options) => {
    const run = await create()
    const file = write(name, content)
    for (const way of WAYS) {
      const { code, stderr } = await run(...way, file, ...options)
      expect([code, stderr.split('\n')[0]]).toEqual([1, expect.stringContaining(`${file}`)])
      expect(stderr).toContain(message)
    }
  })

  test('also of several files', async () => {
    const run = await create()
    const mixed = [write('users.json', { users: [] }), write('menu.csv', 'menu,group,item\nM,g,a')]
    expect((await run('import', ...mixed)).stderr).toBe(
      'The files are in several formats (document, table): import one format at a time.\n',
    )
    const files = [write('a.json', { menus: [LUNCH] }), write('b.json', '{'), write('c.json', {})]
    expect((await run('import', ...files)).stderr).toContain(`${files[1]}: must be JSON`)
    expect((await run('import', files[0] ?? '', files[2] ?? '')).stderr).toContain(
      `${files[2]}: /: must be an object with users`,
    )
    const tables = ['w.csv', 'x.csv', 'y.csv', 'z.csv'].map((name) => write(name, `item\n${name}`))
    expect((await run('import', ...tables)).stderr).toBe(
      `${tables.slice(0, 3).join(', ')} and 1 more file: The file does not name its menu: add --menu-name NAME.\n`,
    )
  })
})

describe('an option that no format of the files has is refused', () => {
  const TABLE = 'menu,item\nA,a'

  test.each<[string, string | object, string[], string]>([
    ['document.json', { menus: [] }, ['--menu-id', 'm'], 'The format document has no option --menu-id'],
    ['document.json', { menus: [] }, ['--location', 'Quay'], 'The format document has no option --location'],
    ['table.csv', TABLE, ['--location-id', 'L'], 'The format table has no option --location-id'],
    [
      'table.csv',
      TABLE,
      ['--stock', join(folder, 'document.json')],
      'The format table has no option --stock',
    ],
  ])('%s', async (name, content, options, message) => {
    const run = await create()
    const file = write(name, content)
    write('document.json', { menus: [] })
    for (const way of WAYS)
      expect(await run(...way, file, ...options)).toEqual({
        code: 2,
        stdout: '',
        stderr: `${file}: ${message}: leave it out.\n`,
      })
  })
})

test('a menu that is imported again with another id is another menu, which may have the same ids', async () => {
  const run = await create()
  const file = write('again.csv', 'id,item,group\ni,i,g')
  const options = ['--menu-name', 'Lunch', '--menu-id']
  for (const id of ['lunch', 'dinner']) {
    expect(await run('import', file, ...options, id)).toMatchObject({ code: 0 })
    expect((await run('import', file, ...options, id)).stderr).toContain('Nothing has changed.')
  }
})

describe('a file that would import nothing is refused', () => {
  test.each<[string, string | object, string]>([
    ['empty.json', {}, '/: must be an object with users, sites, devices, menus or apiKeys, got an object'],
    ['table.csv', 'menu,item,price\n', 'must have a row below its headings, but has none'],
    ['blank.csv', 'menu,item\n ,\n', 'must have a row below its headings, but has none'],
    ['library.csv', 'Token,Item Name,Price\n', 'must have a row below its headings, but has none'],
  ])('%s', async (name, content, message) => {
    const run = await create()
    const file = write(name, content)
    for (const way of WAYS) {
      const { code, stdout, stderr } = await run(...way, file)
      expect({ code, stdout, stderr }).toEqual(refused(expect.stringContaining(`${file}: ${message}`)))
    }
  })

  test('but not a workbook with one empty sheet, nor an import file whose lists are empty', async () => {
    const run = await create()
    const headings = ['item', 'group']
    const sheets = [
      { name: 'Lunch', rows: [headings, ['a', 'g']] },
      { name: 'Dinner', rows: [headings] },
    ]
    expect(await run('import', write('menu.xlsx', await workbookOf(sheets)))).toMatchObject({ code: 0 })
    expect(await run('import', write('lists.json', { menus: [] }))).toMatchObject({ code: 0 })
  })
})
