import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { readRows } from '../../src/formats/containers/read-rows.ts'
import type { Row } from '../../src/formats/containers/row.ts'
import { openZip } from '../../src/formats/containers/zip.ts'
import { exportTable, type TableFileType } from '../../src/formats/export-table.ts'
import { sheetNames } from '../../src/formats/table-export/sheet-names.ts'
import type { Database } from '../../src/storage/database.ts'
import { menus, type RandomGroup, type RandomItem, type RandomMenu } from '../support/arbitraries.ts'
import { convert, inputFile } from '../support/convert.ts'
import { exported, openMemory } from '../support/database.ts'
import { group, item, menu } from '../support/documents.ts'

/** A table without any row is refused. */
const someMenus = menus.filter(({ length }) => length > 0)
const KINDS: TableFileType[] = ['csv', 'xlsx']
// Emptied after each use: creating one takes as long as most exports.
const database = await openMemory()
afterAll(() => database.close())

/** What a spreadsheet shows where a formula has failed. */
const FORMULA_ERRORS = [
  ...['#REF!', '#N/A', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!'],
  ...['#ERROR!', '#n/a', 'Err:502'],
]
/** Texts that a spreadsheet, or an import, may take for something else. */
const AMBIGUOUS = [
  ...FORMULA_ERRORS,
  ...["'#REF!", '" #N/A', '#REF! soup', '##REF!', '=1+1', '+1', '-1', '@SUM(A1)', '=#REF!', "'", "''=1"],
  ...['7', '007', '1.0', '1,250', '1e5', '-0', '½', '5%', '$8.50', '8,50 €', '0x10', 'NaN', 'Infinity'],
  ...['a &amp; b', '&amp;amp;', '&lt;b&gt;', '&#38; &c;', 'AT&T'],
  ...['TRUE', 'false', 'yes', 'no', 'x', 'null', 'none', 'n/a', 'variable'],
  ...[
    '1/2',
    '2026-11-25',
    '12:30',
    '3-4',
    'Mar 5',
    'menu',
    'item',
    'Item Name',
    'Token',
    '_x0041_',
    '\\',
    '\\>',
  ],
]

/** Texts that a spreadsheet may take for formulas, and the sign that CSV has in front of them. */
const formulas = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...`='+-@ \t\r\n\u00a0'"a1,;`), maxLength: 6 }),
    fc
      .tuple(
        fc.string({ unit: fc.constantFrom(...`' \ta`), maxLength: 3 }),
        fc.constantFrom(...FORMULA_ERRORS),
      )
      .map((parts) => parts.join('')),
  )
  .map((text) => survivingName(text))

describe.each(KINDS)('export as a table in %s', (kind) => {
  test('texts that look like formulas stay as they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(formulas, { minLength: 1, maxLength: 20 }), async (texts) => {
        const written = texts.map((name, index) => ({
          ...item(`i${index}`, { description: name, tags: [name], price: index }),
          name,
        }))
        const [read] = await roundTrip(kind, [menu('m', { groups: [group('g', { items: written })] })])
        expect(read?.groups[0]?.items).toMatchObject(written)
      }),
      { numRuns: 100 },
    )
  })

  test('texts that look like errors of formulas, numbers, dates or headings stay as they are', async () => {
    const written = AMBIGUOUS.map((text) => {
      const fields = { description: text, tags: [text] }
      const items = [item(text, { ...fields, id: text, items: [item(text, fields)] })]
      const groups = [group(text, { ...fields, id: text, items })]
      return menu(text, { location: { name: text, restaurantName: text }, groups })
    })
    const read = await roundTrip(kind, written)
    expect(read.toSorted(byId)).toMatchObject(written.toSorted(byId))
  })

  test('an import of it gives exactly the same menus, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(someMenus, async (random) => {
        const written = random.map(survivingMenu)
        await withMenus(written, async (database) => {
          const { menus: read } = await convertBytes(kind, await tableOf(database, kind))
          const content = JSON.parse(await exported(database))
          expect(read.toSorted(byId)).toEqual(
            content.menus.map((menu: object) => ({ ...menu, keepsLeftOut: true })),
          )
        })
      }),
      { numRuns: 60 },
    )
  })

  test('numbers with three decimals stay as they are', async () => {
    const written = menu('m', {
      groups: [group('g', { items: [item('a', { calories: 170.125, price: 1.125 })] })],
    })
    expect(await roundTrip(kind, [written])).toMatchObject([written])
  })

  test('menus and groups without anything in them survive', async () => {
    const written = [
      menu('empty', { location: { restaurantName: 'Harbour' } }),
      menu('full', { groups: [group('a', { groups: [group('b', { tags: ['x'] })] })] }),
    ]
    expect(await roundTrip(kind, written)).toMatchObject(written)
  })

  test('groups and items of the same name stay apart', async () => {
    const size = (id: string, items: unknown[] = []) => ({ id, name: 'Large', items })
    const latte = (id: string) => ({
      id,
      name: 'Latte',
      price: 3,
      items: [size(`${id}1`, [size(`${id}2`)]), size(`${id}3`)],
    })
    const drinks = (id: string) => ({
      id,
      name: 'Drinks',
      items: [latte(`${id}i`), latte(`${id}j`)],
      groups: [{ id: `${id}g`, name: 'Drinks', items: [latte(`${id}k`)] }],
    })
    const written = [menu('m', { groups: [drinks('a'), drinks('b')] })]
    expect(await roundTrip(kind, written)).toMatchObject(written)
  })

  test('an empty database gives the headings', async () => {
    await withMenus([], async (database) => {
      const rows = await rowsOf(kind, await tableOf(database, kind))
      expect(rows.map(({ cells }) => Array.from(cells.values(), ({ text }) => text))).toEqual([
        [
          ...[
            'menu',
            'location',
            'restaurant',
            'group',
            'item',
            'size',
            'description',
            'price',
            'calories',
            'tags',
          ],
          ...['in stock', 'menu id', 'group id', 'group description', 'group tags', 'id'],
        ],
      ])
    })
  })
})

test('a text that looks like a formula is text in a workbook, and in CSV has an apostrophe in front', async () => {
  const items = [item('=1+1', { description: '@SUM(A1)', price: 5, tags: ["'-", "'a'"] })]
  await withMenus([menu('m', { groups: [group('+g', { items })] })], async (database) => {
    const csv = Buffer.concat(await tableOf(database, 'csv')).toString()
    expect(csv).toContain("'+g,'=1+1,,'@SUM(A1),5,,''-; 'a',")
    const [, row] = await rowsOf('xlsx', await tableOf(database, 'xlsx'))
    expect(Array.from(row?.cells.values() ?? [], ({ text }) => text)).toEqual(
      expect.arrayContaining(['+g', '=1+1', '@SUM(A1)']),
    )
  })
})

test('each row and cell of a workbook has its reference, which some libraries need', async () => {
  const items = [item('Soup', { price: 5 }), item('Bread', { description: 'Warm' })]
  await withMenus([menu('m', { groups: [group('g', { items })] })], async (database) => {
    const zip = await openZip(inputFile('menu.xlsx', Buffer.concat(await tableOf(database, 'xlsx'))))
    let xml = ''
    for await (const part of zip.read('xl/worksheets/sheet1.xml')) xml += part
    const rows = Array.from(xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/g))
    expect(rows.map(([, number]) => number)).toEqual(['1', '2', '3'])
    for (const [, number, cells = ''] of rows) {
      const references = Array.from(cells.matchAll(/<c ([^>]*)>/g), ([, attributes = '']) => attributes)
      expect(references.length).toBeGreaterThan(2)
      for (const attributes of references) expect(attributes).toMatch(new RegExp(`^r="[A-P]${number}"`))
    }
  })
})

test('line breaks of Windows are those of cells in a workbook', async () => {
  const items = [item('Soup', { description: 'Hot\r\nand\rgreen' })]
  await withMenus([menu('m', { groups: [group('g', { items })] })], async (database) => {
    const [, row] = await rowsOf('xlsx', await tableOf(database, 'xlsx'))
    expect(Array.from(row?.cells.values() ?? [], ({ text }) => text)).toContain('Hot\nand\ngreen')
  })
})

test('each menu has a sheet with a name that Excel accepts', async () => {
  const names = [
    'Lunch',
    'lunch',
    'A/B [c]: d?*\\',
    "'quoted'",
    '*',
    'History',
    'x'.repeat(40),
    'x'.repeat(40),
    '💥'.repeat(20),
  ]
  const written = names.map((name, index) => menu(`m${index}`, { name }))
  await withMenus(written, async (database) => {
    const rows = await rowsOf('xlsx', await tableOf(database, 'xlsx'))
    const sheets = [...new Set(rows.map(({ sheet = '' }) => sheet))]
    expect(sheets).toHaveLength(names.length)
    expect(new Set(sheets.map((name) => name.toLowerCase())).size).toBe(names.length)
    for (const name of sheets) expect(name).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/)
    expect(sheets).not.toContain('History')
  })
})

test('many menus of the same name get sheets of different names, in a time that grows with their number', () => {
  const names = sheetNames(Array.from({ length: 300_000 }, () => 'Lunch'))
  expect(new Set(names).size).toBe(names.length)
  expect([names[0], names[1], names.at(-1)]).toEqual(['Lunch', 'Lunch 2', 'Lunch 300000'])
})

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

async function roundTrip(kind: TableFileType, written: readonly { id: string }[]) {
  return withMenus(written, async (database) => {
    const { menus: read } = await convertBytes(kind, await tableOf(database, kind))
    return read
  })
}

async function withMenus<Result>(
  written: readonly unknown[],
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    await importDocument(database, { menus: written })
    return await use(database)
  } finally {
    await database.batch([{ script: 'DELETE FROM menus' }])
  }
}

async function tableOf(database: Database, kind: TableFileType, menuId?: string): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for await (const part of exportTable(database, kind, menuId === undefined ? {} : { menus: [menuId] }))
    parts.push(Buffer.from(part))
  return parts
}

function convertBytes(kind: TableFileType, parts: readonly Buffer[]) {
  return convert(`menu.${kind}`, Buffer.concat(parts))
}

async function rowsOf(kind: TableFileType, parts: readonly Buffer[]): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of readRows(inputFile(`menu.${kind}`, Buffer.concat(parts)))) rows.push(row)
  return rows
}

/** What survives of a text: spaces at its ends, several spaces in a row, line breaks and invisible characters do not. */
const surviving = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
/** An empty name does not survive. */
const survivingName = (name: string) => surviving(name) || 'x'
const survivingTags = (tags: readonly string[]) => tags.map(surviving).filter((tag) => tag !== '')
const orNull = (text: string | null | undefined) => surviving(text ?? '') || null

function survivingMenu({ id, name, location, groups }: RandomMenu): RandomMenu {
  return {
    id,
    name: survivingName(name),
    location: location && { name: orNull(location.name), restaurantName: orNull(location.restaurantName) },
    groups: groups.map(survivingGroup),
  }
}

function survivingTexts({ name, description, tags }: RandomGroup | RandomItem) {
  return { name: survivingName(name), description: orNull(description), tags: survivingTags(tags) }
}

function survivingGroup(group: RandomGroup): RandomGroup {
  return {
    ...group,
    ...survivingTexts(group),
    groups: group.groups.map(survivingGroup),
    items: group.items.map(survivingItem),
  }
}

function survivingItem(item: RandomItem): RandomItem {
  return { ...item, ...survivingTexts(item), items: item.items.map(survivingItem) }
}
