import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import { signage } from '../support/commands.ts'
import { newDatabaseToOpen, temporaryFolder } from '../support/database.ts'
import { group, item, menu } from '../support/documents.ts'

/* What a format, a file or an import file does not say of something that is there stays as it is. */

interface Exported {
  readonly menus: readonly { readonly groups: readonly unknown[] }[]
  readonly devices: readonly object[]
}

const folder = temporaryFolder()
const fixture = (name: string) => new URL(`../fixtures/formats/${name}`, import.meta.url).pathname

function write(name: string, content: string | object): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return join(folder, name)
}

/** A database with these menus, and commands for it. */
async function withMenus(...menus: readonly object[]) {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const run = async (...args: string[]) => {
    const result = await signage(args, { environment })
    if (result.code !== 0) expect(result).toMatchObject({ code: 0 })
    return result
  }
  const exported = async (): Promise<Exported> => JSON.parse((await run('export')).stdout)
  if (menus.length > 0) await run('import', write('menus.json', { menus }))
  return { run, exported, environment }
}

const latte = item('latte', {
  description: 'With milk',
  price: 4,
  calories: 190,
  tags: ['hot'],
  inStock: false,
  items: [item('large', { price: 5, inStock: false })],
})
const CAFE = menu('cafe', {
  location: { name: 'Quay', restaurantName: 'Harbour' },
  groups: [group('drinks', { description: 'All day', tags: ['bar'], items: [latte] })],
})

/** The exported table, without some of its columns. */
async function tableWithout(run: (...args: string[]) => Promise<{ stdout: string }>, ...columns: string[]) {
  const rows: Record<string, string>[] = parse((await run('export', '--as', 'table')).stdout, {
    bom: true,
    columns: true,
  })
  for (const row of rows) for (const column of columns) delete row[column]
  return write('menus.csv', stringify(rows, { header: true }))
}

describe('a table', () => {
  test.each([['price'], ['tags'], ['in stock'], ['group tags']])(
    'without the column %s changes nothing in it',
    async (column) => {
      const { run, exported } = await withMenus(CAFE)
      const before = await exported()
      const table = await tableWithout(run, column)
      expect((await run('import', table, '--dry-run')).stdout).toBe('Nothing changes.\n')
      expect((await run('import', table, '--strict')).stderr).toContain('Nothing has changed.')
      expect(await exported()).toEqual(before)
    },
  )

  test('with an empty cell takes the value away', async () => {
    const { run } = await withMenus(CAFE)
    const table = await tableWithout(
      run,
      'price',
      'in stock',
      'tags',
      'description',
      'calories',
      'group tags',
    )
    writeFileSync(table, readFileSync(table, 'utf8').replace('All day', ''))
    expect((await run('import', table, '--dry-run')).stdout).toBe(
      'cafe (cafe):\n  drinks (group)  description All day → none\nGroups: 1 changed.\n',
    )
  })

  test('gives something new the default of a column that is missing', async () => {
    const { run, exported } = await withMenus(CAFE)
    const table = write(
      'new.csv',
      'menu id,menu,group id,group,item,id\ncafe,cafe,group-drinks,drinks,Tea,tea',
    )
    await run('import', table, '--allow-removals')
    expect((await exported()).menus[0]?.groups).toMatchObject([
      {
        description: 'All day',
        tags: ['bar'],
        items: [{ id: 'tea', description: null, price: null, calories: null, tags: [], inStock: true }],
      },
    ])
  })

  test('whose sheets have different columns keeps what each of them lacks', async () => {
    const { run, exported } = await withMenus(
      menu('m', { groups: [group('g', { items: [item('a', { price: 1 }), item('b', { price: 2 })] })] }),
    )
    const ids = 'menu id,menu,group id,group,item,id'
    const one = write('one.csv', `${ids},price\nm,m,group-g,g,a,item-a,3`)
    const other = write('other.csv', `${ids}\nm,m,group-g,g,b,item-b`)
    await run('import', one, other)
    expect((await exported()).menus[0]?.groups).toMatchObject([{ items: [{ price: 3 }, { price: 2 }] }])
  })

  const SIZES = 'item,size,milk\nSoup,Small,x\nSoup,Large,x'
  test.each([
    [['item,vegan\nSoup,no'], ['allergen:milk', 'hot']],
    [['item,diets\nSoup,vegetarian'], ['allergen:milk', 'hot', 'diet:vegetarian']],
    [['item,fish,milk\nSoup,x,x'], ['allergen:milk', 'hot', 'diet:vegan', 'allergen:fish']],
    [['item,allergens\nSoup,'], ['hot', 'diet:vegan']],
    [['item,allergen:none\nSoup,x'], ['hot', 'diet:vegan', 'allergen:none']],
    [['item,diets,allergens\nSoup,vegan,eggs'], ['hot', 'diet:vegan', 'allergen:eggs']],
    [['item,tags,vegan\nSoup,cold,x'], ['cold', 'diet:vegan']],
    [[SIZES], ['allergen:milk', 'hot', 'diet:vegan']],
    [
      [SIZES, 'item,vegan\nSoup,no'],
      ['allergen:milk', 'hot'],
    ],
    [
      ['item,vegan\nSoup,no', SIZES],
      ['allergen:milk', 'hot'],
    ],
  ])('keeps the tags that %j cannot say, in their order', async (files, tags) => {
    const { run, exported } = await withMenus()
    const all = write('all.csv', 'item,tags\nSoup,allergen:milk;hot;diet:vegan')
    await run('import', all, '--menu-name', 'M')
    const paths = files.map((content, index) => write(`some-${index}.csv`, content))
    await run('import', ...paths, '--menu-name', 'M', '--allow-removals')
    const [{ groups } = {}] = (await exported()).menus
    expect(groups).toMatchObject([{ items: [{ name: 'Soup', tags }] }])
    const again = await run('import', ...paths, '--menu-name', 'M')
    expect(again.stderr).toContain('Nothing has changed.')
  })

  test('is refused if an item would have too many tags with those that it keeps', async () => {
    const { run, environment } = await withMenus()
    const tags = Array.from({ length: 200 }, (_, n) => `t${n}`).join(';')
    await run('import', write('all.csv', `item,tags\nSoup,${tags}`), '--menu-name', 'M')
    const more = write('more.csv', 'item,milk\nSoup,x')
    const refused = await signage(['import', more, '--menu-name', 'M'], { environment })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('more than 200 tags') })
  })

  test('with sizes keeps the price of the item itself only if it has no prices', async () => {
    const { run, exported } = await withMenus()
    const groupsAfter = async (content: string) => {
      await run('import', write('sizes.csv', content), '--menu-name', 'M')
      return (await exported()).menus[0]?.groups
    }
    const priced = (price: number | null) => [{ items: [{ name: 'Latte', price }] }]
    expect(await groupsAfter('item,price\nLatte,3')).toMatchObject(priced(3))
    expect(await groupsAfter('item,size\nLatte,Small\nLatte,Large')).toMatchObject(priced(3))
    expect(await groupsAfter('item,size,price\nLatte,Small,3\nLatte,Large,4')).toMatchObject(priced(null))
  })
})

/** What people may have added to the menus of a format, in fields that it cannot say. */
const STOCK = { inStock: false }
const PLACE = { location: { name: 'Quay', restaurantName: 'Harbour' } }
const GROUP = { description: 'All day', tags: ['bar'] }

/** Imports a file, adds fields to all that is there, and imports it again, also after it was converted. */
test.each([
  ['square', fixture('square-catalog.json'), 'M', PLACE, GROUP, STOCK],
  ['toast', fixture('toast-menus.json'), undefined, PLACE, {}, STOCK],
  [
    'schema-org',
    fixture('menu-page.html'),
    'M',
    { location: { name: 'Quay', restaurantName: 'Trattoria Aurora' } },
    { tags: ['bar'] },
    {},
  ],
  [
    'square-items',
    write('prices.txt', 'Token,Item Name,Description,Price\nT1,Soup,Red,8'),
    'M',
    PLACE,
    GROUP,
    { ...STOCK, calories: 90, tags: ['hot'] },
  ],
  [
    'square-items',
    write('categories.txt', 'Token,Item Name,Categories\nT1,Soup,Starters'),
    'M',
    PLACE,
    GROUP,
    { ...STOCK, description: 'Red', price: 8 },
  ],
])('%s keeps what it cannot say', async (_, file, menuName, ofMenus, ofGroups, ofItems) => {
  const { run, exported } = await withMenus()
  const args = ['import', file, ...(menuName ? ['--menu-name', menuName] : [])]
  await run(...args)
  const edit = (node: object, fields: object): object => ({ ...node, ...fields, ...edited(node) })
  const edited = ({ groups = [], items = [] }: { groups?: object[]; items?: object[] }) => ({
    groups: groups.map((one) => edit(one, ofGroups)),
    items: items.map((one) => edit(one, ofItems)),
  })
  const { menus } = await exported()
  await run('import', write('edited.json', { menus: menus.map((one) => edit(one, ofMenus)) }))
  const before = await exported()
  await run(...args)
  expect(await exported()).toEqual(before)
})

describe('an import file', () => {
  const partly = (fields: object) => ({
    menus: [
      {
        id: 'cafe',
        name: 'cafe',
        ...fields,
        groups: [
          {
            id: 'group-drinks',
            name: 'drinks',
            items: [
              { id: 'item-latte', name: 'latte', price: 4.5, items: [{ id: 'item-large', name: 'large' }] },
            ],
          },
        ],
      },
    ],
  })

  test('with keepsLeftOut changes only the fields that it has', async () => {
    const { run, exported } = await withMenus(CAFE)
    const [cafe] = (await exported()).menus
    await run('import', write('partly.json', partly({ keepsLeftOut: true })))
    expect((await exported()).menus).toEqual(
      JSON.parse(JSON.stringify([cafe]).replace('"price":4,', '"price":4.5,')),
    )
  })

  test('takes away what keepsLeftOut does not keep: a location that is null, and one of its names', async () => {
    const { run, exported } = await withMenus(CAFE)
    await run('import', write('partly.json', partly({ keepsLeftOut: true, location: { name: null } })))
    expect((await exported()).menus).toMatchObject([{ location: { name: null, restaurantName: 'Harbour' } }])
    await run('import', write('partly.json', partly({ keepsLeftOut: true, location: null })))
    expect((await exported()).menus).toMatchObject([{ location: null }])
  })

  test('without keepsLeftOut gives fields that are left out their defaults', async () => {
    const { run, exported } = await withMenus(CAFE)
    await run('import', write('partly.json', partly({})))
    expect((await exported()).menus).toMatchObject([
      {
        location: null,
        groups: [{ tags: [], items: [{ description: null, inStock: true, items: [{ price: null }] }] }],
      },
    ])
  })
})

describe('an import file without the last heartbeat of a device', () => {
  const AT = '2026-01-15T11:00:00.123456Z'
  const fileOf = (fields: object) => write('devices.json', { devices: [{ ...LOBBY, ...fields }] })
  const LOBBY = { id: 'lobby', name: 'Lobby', timezone: 'UTC' }

  test('keeps it, whatever else changes, and --dry-run says so', async () => {
    const { run, exported } = await withMenus()
    await run('import', fileOf({ last_heartbeat_at: AT }))
    const before = await exported()
    expect((await run('import', fileOf({}), '--dry-run')).stdout).toBe('Nothing changes.\n')
    const renamed = fileOf({ name: 'Foyer' })
    expect((await run('import', renamed, '--dry-run')).stdout).toContain('name Lobby → Foyer')
    expect((await run('import', renamed, '--dry-run')).stdout).not.toContain('last_heartbeat_at')
    await run('import', renamed)
    expect((await exported()).devices).toMatchObject([{ name: 'Foyer', last_heartbeat_at: AT }])
    await run('import', write('before.json', before))
    expect((await exported()).devices).toEqual(before.devices)
  })

  test('makes a new device one that was never connected, as null does with any', async () => {
    const { run, exported } = await withMenus()
    await run('import', fileOf({}))
    expect((await exported()).devices).toMatchObject([{ last_heartbeat_at: null }])
    await run('import', fileOf({ last_heartbeat_at: AT }))
    expect((await run('import', fileOf({ last_heartbeat_at: null }), '--dry-run')).stdout).toContain(
      'last_heartbeat_at',
    )
    await run('import', fileOf({ last_heartbeat_at: null }))
    expect((await exported()).devices).toMatchObject([{ last_heartbeat_at: null }])
  })
})
